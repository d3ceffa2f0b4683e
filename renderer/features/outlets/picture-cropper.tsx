import { useRef, useState } from 'react';
import { centerCrop, makeAspectCrop, ReactCrop, type PercentCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { Button } from '../../ui/button.tsx';
import { cropPicture } from './crop-picture.ts';

/** Where the crop starts, in per cent of the picture's width (spec §5). */
const START_PERCENT = 30;
/** In pixels on the screen: below this it can no longer be held. */
const LEAST_CROP = 24;

type PictureCropperProps = {
  /** An address of the picture in this page. */
  source: string;
  /** How much has gone of what is being sent, from 0 to 1; null while nothing is. */
  sent: number | null;
  onUpload: (jpeg: Blob) => void;
  onUnreadable: () => void;
};

/** Chooses the square of a picture that becomes the image. */
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
    <div className="picture-cropper">
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
      {sent !== null && <progress className="picture-progress" aria-label="Uploading" value={sent} />}
      <Button tone="primary" busy={sent !== null} disabled={!crop} onClick={() => void upload()}>
        Upload
      </Button>
    </div>
  );
}
