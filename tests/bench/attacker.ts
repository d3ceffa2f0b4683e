/** One who attacks, in a process of their own that gives way to others: their computer would be another one. */
import { setPriority } from 'node:os';
import { attacks, type Target } from './attacks.ts';
import { answers } from './bench-process.ts';

setPriority(15);
answers('', {
  attack: ({ what, target, ms }: { what: string; target: Target; ms: number }) =>
    attacks.find((attack) => attack.what === what)?.run(target, ms),
});
