import { useEffect, useState } from 'react';

/**
 * Takes files that are dropped anywhere on the page, instead of the browser opening them; true while some are held
 * over it.
 */
export function useDroppedFiles(onDrop: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false);
  useEffect(
    function takeWhatIsDropped() {
      const hover = (event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      };
      const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
      const drop = (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        onDrop([...(event.dataTransfer?.files ?? [])]);
      };
      addEventListener('dragover', hover);
      addEventListener('dragleave', leave);
      addEventListener('drop', drop);
      return () => {
        removeEventListener('dragover', hover);
        removeEventListener('dragleave', leave);
        removeEventListener('drop', drop);
      };
    },
    [onDrop],
  );
  return over;
}
