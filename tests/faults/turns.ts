import type { Subject } from './schedule.ts';

/** One turn at a time for each subject; whoever takes several has them all at once, in the order of asking. */
export function turns(): (...subjects: Subject[]) => Promise<() => void> {
  const last = new Map<Subject, Promise<void>>();
  return async (...subjects) => {
    let end = () => {};
    const mine = new Promise<void>((resolve) => (end = resolve));
    const before = subjects.flatMap((subject) => last.get(subject) ?? []);
    for (const subject of subjects) last.set(subject, mine);
    await Promise.all(before);
    return end;
  };
}
