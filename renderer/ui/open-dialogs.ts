import { useSyncExternalStore } from 'react';

/** The open modal dialogs, the top one last: a browser makes everything outside that one inert. */
let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

export function dialogOpened(dialog: HTMLDialogElement): void {
  change([...open, dialog]);
}

export function dialogClosed(dialog: HTMLDialogElement): void {
  change(open.filter((other) => other !== dialog));
}

/** The top dialog; null if none is open. */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(listen, topmost, topmost);
}

/** Whether a dialog is open that keeps the keys of the page behind it for itself. */
export function useIsAsking(): boolean {
  return useSyncExternalStore(listen, isAsking, isAsking);
}

function isAsking(): boolean {
  return open.some((dialog) => !('letsKeysThrough' in dialog.dataset));
}

function topmost(): HTMLDialogElement | null {
  return open.at(-1) ?? null;
}

function change(dialogs: readonly HTMLDialogElement[]): void {
  open = dialogs;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
