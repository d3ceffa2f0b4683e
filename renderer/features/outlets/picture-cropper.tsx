import { useRef, useState } from 'react';
import { centerCrop, makeAspectCrop, ReactCrop, type PercentCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { Button } from '../../ui/button.tsx';
import { cropPicture } from './crop-picture.ts';
import styles from './picture-cropper.module.css';

/** The crop's initial size, in per cent of the picture's width. */
const START_PERCENT = 30;
/** The smallest crop that can still be grabbed, in pixels on the screen. */
const LEAST_CROP = 24;

type PictureCropperProps = {
  /** The picture's address in this page. */
  source: string;
  /** The uploaded share, from 0 to 1; null while nothing is being sent. */
  sent: number | null;
  onUpload: (jpeg: Blob) => void;
  onUnreadable: () => void;
};

/** Lets the person choose the square of a picture that becomes the image. */
export function PictureCropper({ source, sent, onUpload, onUnreadable }: PictureCropperProps) {
  const picture = useRef<HTMLImageElement>(null);
  const [crop, setCrop] = useState<PercentCrop>();

  function start({ width, height }: HTMLImageElement) {
    const square = makeAspectCrop({ unit: '%', width: START_PERCENT }, 1, width, height);
    setCrop(centerCrop(square, width, height));
  }

  async function upload() {
    if (picture.current && crop) onUpload(await cropPicture(picture.current, crop));
  }

  return (
    <div className={styles.cropper}>
      <ReactCrop
        aspect={1}
        keepSelection
        minWidth={LEAST_CROP}
        disabled={sent !== null}
        {...(crop && { crop })}
        onChange={(_pixels, percent) => setCrop(percent)}
      >
        <img
          ref={picture}
          src={source}
          alt="What you chose"
          onLoad={({ currentTarget }) => start(currentTarget)}
          onError={onUnreadable}
        />
      </ReactCrop>
      <p className="row-note">
        Drag the square, or move it with the arrow keys: 10 pixels with Shift, 100 with Ctrl or Cmd.
      </p>
      {sent !== null && <progress className={styles.progress} aria-label="Uploading" value={sent} />}
      <Button tone="primary" busy={sent !== null} disabled={!crop} onClick={() => void upload()}>
        Upload
      </Button>
    </div>
  );
}
