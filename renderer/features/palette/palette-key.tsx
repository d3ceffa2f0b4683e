import { Search } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { Palette } from './palette.tsx';

/**
 * Opens the palette by a press, or with Ctrl K or ⌘ K wherever the focus is, unless a dialog is open. Its code is there before: letters
 * that are typed while it was loaded would be keys of the board.
 */
export function PaletteKey({ className = '' }: { className?: string | undefined }) {
  const [open, setOpen] = useState(false);
  // From when the button is there.
  useLayoutEffect(function listen() {
    function pressed(event: KeyboardEvent) {
      const isMeant = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isMeant || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) setOpen(true);
    }
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
  return (
    <>
      <button type="button" className={className} title="Find (Ctrl K)" onClick={() => setOpen(true)}>
        <Search aria-hidden="true" />
        Find
      </button>
      {open && <Palette onClose={() => setOpen(false)} />}
    </>
  );
}
