import { expect, it } from 'vitest';
import type { EditorState } from './editor-state.ts';
import { holdWhileUnsaved } from './hold-while-unsaved.ts';

function opened() {
  const page = new EventTarget();
  const listeners = new Set<() => void>();
  let state: unknown = { status: 'loading' };
  const release = holdWhileUnsaved(
    {
      getState: () => state as EditorState,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    page,
  );
  const become = (next: object) => {
    state = { status: 'ready', ...next };
    for (const listener of listeners) listener();
  };
  /** Whether the page may be closed. */
  const mayClose = () => page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  return { become, mayClose, release };
}

it('the page is held while work is neither saved nor persisted, and not before or after', () => {
  const { become, mayClose } = opened();
  expect(mayClose()).toBe(true);
  become({ saving: { kind: 'saving' }, persisted: false });
  become({ saving: { kind: 'offline' }, persisted: false });
  expect(mayClose()).toBe(false);
  become({ saving: { kind: 'offline' }, persisted: true });
  expect(mayClose()).toBe(true);
  become({ saving: { kind: 'refused', message: 'No' }, persisted: false });
  expect(mayClose()).toBe(false);
  become({ saving: { kind: 'saved' }, persisted: false });
  expect(mayClose()).toBe(true);
});

it('an editor of an account that has left holds nothing', () => {
  const { become, mayClose, release } = opened();
  become({ saving: { kind: 'offline' }, persisted: false });
  release();
  expect(mayClose()).toBe(true);
  become({ saving: { kind: 'saving' }, persisted: false });
  expect(mayClose()).toBe(true);
});
