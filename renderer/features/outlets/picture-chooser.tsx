import { ImageUp } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { useDroppedFiles } from './use-dropped-files.ts';
import './outlet-image.css';

type PictureChooserProps = {
  /** What the button says. */
  label: string;
  onChoose: (picture: File) => void;
  /** What was chosen or dropped is not one image. */
  onRefuse: (message: string) => void;
};

/** Takes one image, from the computer's own dialog or dropped onto the page. */
export function PictureChooser({ label, onChoose, onRefuse }: PictureChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = useCallback(
    (files: File[]) => {
      const [file] = files;
      if (!file) return;
      if (files.length > 1) return onRefuse('Please choose a single image.');
      if (!file.type.startsWith('image/'))
        return onRefuse(`${file.name} is not an image. Please choose one.`);
      onChoose(file);
    },
    [onChoose, onRefuse],
  );
  const over = useDroppedFiles(take);
  return (
    <div className={over ? 'picture-drop picture-drop-over' : 'picture-drop'}>
      <ImageUp aria-hidden="true" />
      <p>Drop an image here, or choose one.</p>
      <Button onClick={() => input.current?.click()}>{label}</Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ target }) => {
          take([...(target.files ?? [])]);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
    </div>
  );
}
