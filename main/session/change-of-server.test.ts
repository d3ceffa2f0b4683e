import { expect, it } from 'vitest';
import { askAtComputer } from '../security/ask-at-computer.ts';
import { changeOfServer } from './change-of-server.ts';

/** A till at which each question is answered by `press`, a button's number. */
function tillAnswered(press: () => number | Promise<number>) {
  const till = {
    questions: [] as string[],
    requests: [] as string[],
    apiBase: 'https://orders.example/api',
    trading: null as string | null,
  };
  const save = changeOfServer({
    async fetch(url) {
      till.requests.push(url);
      return Response.json({}, { status: 401 });
    },
    ask: askAtComputer(async ({ message, detail, buttons, defaultId, cancelId }) => {
      till.questions.push(`${message} ${detail}`);
      expect([buttons?.[0], defaultId, cancelId]).toEqual(['Cancel', 0, 0]);
      return { response: await press() };
    }),
    missedBy: () => till.trading,
    async change(apiBase) {
      till.apiBase = apiBase;
    },
  });
  return { till, save };
}

it('an address that nobody confirms is not asked for anything, and is not kept (E7)', async () => {
  const { till, save } = tillAnswered(() => 0);
  expect(await save('https://evil.example/secret')).toEqual({
    kind: 'refused',
    message: 'Nobody confirmed this address.',
  });
  expect(till.requests).toEqual([]);
  expect(till.apiBase).toBe('https://orders.example/api');
});

it('the question names the server and its whole address; then the address is tested and kept (D4)', async () => {
  const { till, save } = tillAnswered(() => 1);
  expect(await save('new.example:8443/kept/api/')).toEqual({ kind: 'saved' });
  expect(till.questions).toHaveLength(1);
  expect(till.questions[0]).toContain('Use the server new.example:8443?');
  expect(till.questions[0]).toContain('https://new.example:8443/kept/api');
  expect(till.requests).toEqual(['https://new.example:8443/kept/api/sellers/profile']);
  expect(till.apiBase).toBe('https://new.example:8443/kept/api');
});

it('what is no secure address is refused without a question', async () => {
  const { till, save } = tillAnswered(() => 1);
  expect(await save('http://evil.example')).toMatchObject({ kind: 'refused' });
  expect(till.questions).toEqual([]);
});

it('while an outlet trades the server is not changed, also where that began while the question was open', async () => {
  const { till, save } = tillAnswered(() => {
    till.trading = 'The Old Ferry';
    return 1;
  });
  const refused = { kind: 'refused', message: expect.stringContaining('The Old Ferry is trading here.') };
  expect(await save('https://new.example/api')).toEqual(refused);
  expect(till.questions).toHaveLength(1);
  till.requests = [];
  expect(await save('https://new.example/api')).toEqual(refused);
  expect(till.questions).toHaveLength(1);
  expect(till.requests).toEqual([]);
  expect(till.apiBase).toBe('https://orders.example/api');
});

it('a page that asks again and again shows one question', async () => {
  let press: (button: number) => void = () => undefined;
  const { till, save } = tillAnswered(
    () =>
      new Promise((resolve) => {
        press = resolve;
      }),
  );
  const first = save('https://new.example/api');
  for (let again = 0; again < 10; again += 1)
    expect(await save('https://evil.example/api')).toMatchObject({ kind: 'refused' });
  expect(till.questions).toHaveLength(1);
  press(1);
  expect(await first).toEqual({ kind: 'saved' });
  expect(till.apiBase).toBe('https://new.example/api');
});
