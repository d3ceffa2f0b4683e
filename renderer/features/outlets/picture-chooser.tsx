import { ImageUp } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { useDroppedFiles } from './use-dropped-files.ts';
import styles from './picture-chooser.module.css';

type PictureChooserProps = {
  /** The button's label. */
  label: string;
  onChoose: (picture: File) => void;
  /** Called if the file is not exactly one image. */
  onRefuse: (message: string) => void;
};

/** Lets the person choose one image in a dialog, or drop it onto the page. */
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
    <div className={over ? `${styles.drop} ${styles.over}` : styles.drop}>
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
          // So that the same file can be chosen again.
          target.value = '';
        }}
      />
    </div>
  );
}
