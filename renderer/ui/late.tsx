import { Suspense, use, useState, useTransition, type ComponentType, type ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { LoadProblem } from './load-problem.tsx';
import { Loader } from './states.tsx';

const MESSAGE =
  'This part could not be loaded. Please check the connection and try again. If that does not help, load the page again.';

/**
 * A part of a screen whose code is loaded when it is first shown. Where that fails the part says so and can be tried
 * again, while the rest of the screen goes on.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return late(load, (_props, content) => content, null);
}

/** Likewise a dialog, which opens at once and can be closed while it is on its way. */
export function lateDialog<Props extends { onClose: () => void }>(
  title: string,
  load: () => Promise<ComponentType<Props>>,
) {
  return late(
    load,
    ({ onClose }, content) => (
      <Dialog title={title} onClose={onClose}>
        {content}
      </Dialog>
    ),
    <Loader title="Loading" />,
  );
}

/**
 * @param frame what stands around what is shown in place of it
 * @param waiting what is shown in place of it until it is there
 */
function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  frame: (props: Props, content: ReactNode) => ReactNode,
  waiting: ReactNode,
): ComponentType<Props> {
  let known: Promise<((props: Props) => ReactNode) | null> | undefined;
  /** Null is a failure, after which the next call tries again. */
  function loaded() {
    return (known ??= load().then(
      (Code) => (props: Props) => <Code {...props} />,
      () => {
        known = undefined;
        return null;
      },
    ));
  }

  function Loaded({
    code,
    props,
    again,
  }: {
    code: ReturnType<typeof loaded>;
    props: Props;
    again: ReactNode;
  }) {
    const shown = use(code);
    return shown ? shown(props) : frame(props, again);
  }

  return function Late(props: Props) {
    const [code, setCode] = useState(loaded);
    const [busy, startTransition] = useTransition();
    const again = (
      <LoadProblem message={MESSAGE} busy={busy} onReload={() => startTransition(() => setCode(loaded()))} />
    );
    return (
      <Suspense fallback={waiting && frame(props, waiting)}>
        <Loaded code={code} props={props} again={again} />
      </Suspense>
    );
  };
}
