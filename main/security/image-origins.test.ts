import { expect, it } from 'vitest';
import { askImageOrigins } from './image-origins.ts';

const asked = (answer: () => Response | Promise<Response>) =>
  askImageOrigins('https://api.example/api', async (url) => {
    expect(url).toBe('https://api.example/api/images/origins');
    return answer();
  });
const none = { upload: [], show: [] };

it('takes the origins of a bucket (D38)', async () => {
  const said = { upload: ['https://b.s3.eu-west-2.amazonaws.com'], show: ['https://cdn.example/pictures/'] };
  expect(await asked(() => Response.json(said))).toEqual({
    upload: ['https://b.s3.eu-west-2.amazonaws.com'],
    show: ['https://cdn.example'],
  });
});

it('nothing but secure origins gets into a page’s policy (E7)', async () => {
  const said = [
    "https://a.example 'unsafe-inline'; script-src *",
    'http://plain.example',
    'javascript:alert(1)',
    'https://user@evil.example',
    '*',
    7,
  ];
  const { upload, show } = await asked(() =>
    Response.json({ upload: said.slice(1), show: said.slice(0, 1) }),
  );
  expect(upload).toEqual([]);
  expect(show.join(' ')).not.toMatch(/[ ;'*]/);
});

it('a server that does not say, answers otherwise, or is away, has none', async () => {
  expect(await asked(() => new Response('{}', { status: 404 }))).toEqual(none);
  expect(await asked(() => new Response('<html>'))).toEqual(none);
  expect(await asked(() => Promise.reject(new Error('away')))).toEqual(none);
});
