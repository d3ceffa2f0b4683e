import { expect, it } from 'vitest';
import { isLoopback } from './is-loopback.ts';

it('only loopback keeps other devices out of the demo (D43)', () => {
  for (const host of ['127.0.0.1', '127.1.2.3', 'localhost', '::1', '[::1]'])
    expect(isLoopback(host), host).toBe(true);
  for (const host of ['0.0.0.0', '::', '192.168.1.7', '127.0.0.1.example.com', 'pub.local', ''])
    expect(isLoopback(host), host).toBe(false);
});
