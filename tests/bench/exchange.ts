import type { Dispatcher, Pool } from 'undici';

/**
 * One request and its whole answer, read and discarded; returns its length in bytes. Costs less than undici's own
 * streams.
 */
export function exchange(pool: Pool, options: Dispatcher.DispatchOptions, expected = 200): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0;
    let bytes = 0;
    pool.dispatch(options, {
      onRequestStart: () => undefined,
      onResponseStart(_controller, statusCode) {
        status = statusCode;
      },
      onResponseData(_controller, chunk) {
        bytes += chunk.length;
      },
      onResponseEnd() {
        if (status === expected) resolve(bytes);
        else reject(new Error(`${options.path} answered ${status}`));
      },
      onResponseError: (_controller, error) => reject(error),
    });
  });
}
