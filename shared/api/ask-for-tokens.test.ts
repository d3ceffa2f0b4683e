import { expect, it } from 'vitest';
import { askForTokens } from './ask-for-tokens.ts';
import type { Answer } from './post-secret.ts';

const tokens = { accessToken: 'access-2', refreshToken: 'refresh-2' };
const given: Answer = { ok: true, status: 200, body: tokens };

/** Calls a server that gives these answers in turn; returns the result and the time limit of each attempt, in ms. */
async function ask(answers: (Answer | null)[], isCurrent: () => boolean = () => true) {
  const waits: number[] = [];
  const outcome = await askForTokens(async (withinMs) => {
    waits.push(withinMs);
    return answers.shift() ?? null;
  }, isCurrent);
  return { outcome, waits };
}

it('a token whose answer is lost is sent again at once, and that is waited for longer', async () => {
  expect(await ask([null, given])).toEqual({ outcome: tokens, waits: [5_000, 10_000] });
});

it('so is one whose answer speaks of the moment, or cannot be read', async () => {
  for (const status of [408, 425, 429, 500, 503])
    expect((await ask([{ ok: false, status, body: null }, given])).outcome).toEqual(tokens);
  expect((await ask([{ ok: true, status: 200, body: '<html>' }, given])).outcome).toEqual(tokens);
});

it('where no answer comes the session goes on all the same: nobody has said that it is over', async () => {
  expect(await ask([null, null])).toEqual({ outcome: 'unanswered', waits: [5_000, 10_000] });
});

it('a refusal is believed, and not asked about again', async () => {
  expect(await ask([{ ok: false, status: 401, body: null }])).toEqual({ outcome: 'refused', waits: [5_000] });
});

it('a refusal is one in any server’s words: any 4xx with a JSON object', async () => {
  for (const status of [400, 403, 404, 410, 422])
    for (const body of [{}, { message: 'No.' }])
      expect((await ask([{ ok: false, status, body }])).outcome, String(status)).toBe('refused');
});

it('so is one without a word, whose status is enough', async () => {
  for (const status of [400, 401, 403])
    expect((await ask([{ ok: false, status, body: undefined }])).outcome, String(status)).toBe('refused');
  for (const status of [404, 410, 421])
    expect((await ask([{ ok: false, status, body: undefined }, given])).outcome, String(status)).toEqual(
      tokens,
    );
});

it('a page of something on the way refuses nothing: only 401 needs no JSON (A14)', async () => {
  for (const status of [400, 403, 404, 405, 407, 413])
    for (const body of [null, '<h1>Not found</h1>', 404, []])
      expect((await ask([{ ok: false, status, body }, given])).outcome, String(status)).toEqual(tokens);
  for (const body of [null, '', {}])
    expect((await ask([{ ok: false, status: 401, body }, given])).outcome).toBe('refused');
});

it('a session that has changed meanwhile is not asked for again', async () => {
  expect(await ask([null], () => false)).toEqual({ outcome: 'unanswered', waits: [5_000] });
});
