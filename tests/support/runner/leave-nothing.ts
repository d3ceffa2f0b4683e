import { afterAll } from 'vitest';
import { endLeft } from './end-at-latest.ts';

// Hooks run in the reverse order: that of a test file that ends what it started comes before.
afterAll(endLeft);
