import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { examineComputer } from './examine-computer.ts';

/** A system that lets a program keep it awake, or not. */
function blocker(lets: boolean) {
  const held = new Set<number>();
  return {
    held,
    start: () => {
      if (lets) held.add(7);
      return 7;
    },
    isStarted: (id: number) => held.has(id),
    stop: (id: number) => held.delete(id),
  };
}

it.each([true, false])(
  'finds out whether the computer stays awake (%s), and lets it sleep again (D48)',
  async (lets) => {
    const system = blocker(lets);
    const { staysAwake, freeBytes } = await examineComputer(tmpdir(), system);
    expect(staysAwake).toBe(lets);
    expect(freeBytes).toBeGreaterThan(0);
    expect(system.held.size).toBe(0);
  },
);

it('does not know the room of a folder that is not there (D48)', async () => {
  expect((await examineComputer('/nonexistent/folder', blocker(true))).freeBytes).toBeNull();
});
