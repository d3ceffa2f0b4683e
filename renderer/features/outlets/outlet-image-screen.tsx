import { useCallback, useEffect, useState } from 'react';
import type { Outlet } from '#shared/api/outlets.ts';
import { apiSlice } from '../../api/api-slice.ts';
import { failureOf } from '../../api/failure.ts';
import { OutletPage } from '../../outlets/outlet-page.tsx';
import { useAppDispatch, useServices } from '../../state/hooks.ts';
import { useToast } from '../../ui/toasts.tsx';
import { PictureChooser } from './picture-chooser.tsx';
import { PictureCropper } from './picture-cropper.tsx';
import { uploadBrandImage } from './upload-brand-image.ts';
import styles from './outlet-image-screen.module.css';

export function OutletImageScreen() {
  return <OutletPage title="Outlet Image">{(outlet) => <OutletImage outlet={outlet} />}</OutletPage>;
}

function OutletImage({ outlet }: { outlet: Outlet }) {
  const { client } = useServices();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const [picture, choose] = usePicture();
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const take = useCallback(
    (file: File) => {
      choose(file);
      setProblem(null);
    },
    [choose],
  );

  async function upload(jpeg: Blob) {
    setSent(0);
    setProblem(null);
    try {
      await uploadBrandImage(client, outlet.id, jpeg, setSent);
      await dispatch(apiSlice.endpoints.outlet.initiate(outlet.id, { forceRefetch: true, subscribe: false }));
      dispatch(apiSlice.util.invalidateTags(['Outlet']));
      choose(null);
      toast('success', 'The outlet image was saved.');
    } catch (error) {
      const { message } = failureOf(error);
      setProblem(`${message} Your picture is still here: press Upload to try again.`);
    } finally {
      setSent(null);
    }
  }

  return (
    <>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {picture === null && outlet.brandImageUrl && (
        <img className={styles.now} src={outlet.brandImageUrl} alt={`${outlet.name}, as customers see it`} />
      )}
      {picture === null && !outlet.brandImageUrl && <p>There is no image yet.</p>}
      {picture !== null && (
        <PictureCropper
          key={picture}
          source={picture}
          sent={sent}
          onUpload={(jpeg) => void upload(jpeg)}
          onUnreadable={() => {
            choose(null);
            setProblem('This picture cannot be read. Please choose another.');
          }}
        />
      )}
      {sent === null && (
        <PictureChooser
          label={picture === null ? 'Choose an image' : 'Choose another'}
          onChoose={take}
          onRefuse={setProblem}
        />
      )}
    </>
  );
}

/** An object URL of the chosen file, revoked when it is no longer shown. */
function usePicture() {
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(
    function giveBack() {
      return () => {
        if (picture !== null) URL.revokeObjectURL(picture);
      };
    },
    [picture],
  );
  const choose = useCallback(
    (file: File | null) => setPicture(file === null ? null : URL.createObjectURL(file)),
    [],
  );
  return [picture, choose] as const;
}
