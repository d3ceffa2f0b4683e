import { expect, it } from 'vitest';
import { png } from '../../tests/support/samples/pictures.ts';
import { systemClock } from '../core/clock.ts';
import { Refusal } from '../http/refusal.ts';
import { brandImages } from './brand-images.ts';

it('one file is held in memory at a time, however many are published at once', async () => {
  let held = 0;
  let most = 0;
  const images = brandImages(
    {
      base: '/api/images/',
      origins: { upload: [], show: [] },
      signUpload: async ({ key }) => key,
      async read() {
        held += 1;
        most = Math.max(most, held);
        return png();
      },
      async write() {
        held -= 1;
      },
      remove: async () => undefined,
      async *list() {},
    },
    systemClock,
    null,
  );
  const signed = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      images.sign(`seller-${n % 3}`, 'outlet', { type: 'image/png', sizeBytes: null }),
    ),
  );
  const uploads = signed.flatMap((each) => (each instanceof Refusal ? [] : [each]));
  const adopted = await Promise.all(
    uploads.map(({ url }, n) => images.adopt(`seller-${n % 3}`, 'outlet', url, null)),
  );
  expect(new Set(adopted)).toHaveLength(20);
  expect(most).toBe(1);
});
