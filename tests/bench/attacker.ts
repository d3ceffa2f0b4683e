/** An attacker, in a low-priority process of its own: a real one would use another computer. */
import { setPriority } from 'node:os';
import { attacks, type Target } from './attacks.ts';
import { answers } from './bench-process.ts';

setPriority(15);
answers('', {
  attack: ({ what, target, ms }: { what: string; target: Target; ms: number }) =>
    attacks.find((attack) => attack.what === what)?.run(target, ms),
});
