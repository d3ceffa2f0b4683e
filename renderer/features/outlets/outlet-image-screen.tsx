import { useCallback, useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { Outlet } from '#shared/api/outlets.ts';
import { apiSlice, failureMessage, useOutletQuery } from '../../api/api-slice.ts';
import { failureOf } from '../../api/failure.ts';
import { useAppDispatch, useServices } from '../../state/hooks.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ErrorView, Loader } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { PictureChooser } from './picture-chooser.tsx';
import { PictureCropper } from './picture-cropper.tsx';
import { uploadBrandImage } from './upload-brand-image.ts';
import { Page, PageHead } from '../../ui/page.tsx';
import styles from './outlet-image-screen.module.css';

export function OutletImageScreen() {
  const { outletId = '' } = useParams();
  const { data: outlet, error, refetch } = useOutletQuery(outletId);
  const failure = failureMessage(error);
  if (failure && !outlet) return <ErrorView message={failure} onReload={() => void refetch()} />;
  if (!outlet) return <Loader title="Loading outlet" />;
  return (
    <Page>
      <PageHead>
        <div>
          <h1>Outlet Image</h1>
          <p className="row-note">{outlet.name}</p>
        </div>
        <Link className={buttonClass()} to={`/outlets/${outlet.id}/manage`}>
          Back
        </Link>
      </PageHead>
      <OutletImage outlet={outlet} />
    </Page>
  );
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
