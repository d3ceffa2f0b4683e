import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { useTopDialog } from './open-dialogs.ts';
import { useHydrated } from './use-hydrated.ts';
import './toasts.css';

export type ToastStatus = 'success' | 'info' | 'warning' | 'error';
export type Toast = { id: number; status: ToastStatus; message: string };

/** How long a toast stays, in ms; an error can be dismissed earlier. */
const TIMERS: Record<ToastStatus, number> = { success: 3000, info: 3000, warning: 3000, error: 8000 };
const icons = { success: CircleCheck, info: Info, warning: TriangleAlert, error: CircleAlert };

export type ShowToast = (status: ToastStatus, message: string) => void;
type Toasts = { show: ShowToast; clear: () => void };
const ToastContext = createContext<Toasts>({ show: () => undefined, clear: () => undefined });

/** Shows a message at the top of the screen. */
export function useToast(): ShowToast {
  return useContext(ToastContext).show;
}

/** Removes every message, before a retry. */
export function useClearToasts(): () => void {
  return useContext(ToastContext).clear;
}

let lastId = 0;

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const show = useCallback<ShowToast>((status, message) => {
    // A repeated message is the same toast, with its time restarted.
    setToasts((shown) => [
      ...shown.filter((toast) => toast.message !== message),
      { id: ++lastId, status, message },
    ]);
  }, []);
  const place = usePlace();
  const hydrated = useHydrated();
  const context = useMemo<Toasts>(() => ({ show, clear: () => setToasts([]) }), [show]);
  const dismiss = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );
  const alerts = useMemo(() => toasts.filter(({ status }) => status === 'error'), [toasts]);
  const notices = useMemo(() => toasts.filter(({ status }) => status !== 'error'), [toasts]);
  return (
    <ToastContext value={context}>
      {children}
      {hydrated &&
        createPortal(
          <>
            <div role="alert">
              {alerts.map((toast) => (
                <ToastCard key={toast.id} toast={toast} onDismiss={dismiss} />
              ))}
            </div>
            <div role="status">
              {notices.map((toast) => (
                <ToastCard key={toast.id} toast={toast} onDismiss={dismiss} />
              ))}
            </div>
          </>,
          place,
        )}
    </ToastContext>
  );
}

/** Where toasts are shown: in the top dialog while one is open, because everything else is inert then. */
function usePlace(): HTMLElement {
  const dialog = useTopDialog();
  const [place] = useState(() => {
    const element = document.createElement('div');
    element.className = 'toasts';
    return element;
  });
  useLayoutEffect(
    function moveToTheTop() {
      (dialog ?? document.body).append(place);
      // Toasts that were visible already do not animate again.
      for (const animation of place.getAnimations({ subtree: true })) animation.finish();
    },
    [dialog, place],
  );
  return place;
}

function ToastCard({ toast, onDismiss }: { toast: Toast; onDismiss: (id: number) => void }) {
  const { id, status, message } = toast;
  useEffect(
    function dismissInTime() {
      const timer = setTimeout(() => onDismiss(id), TIMERS[status]);
      return () => clearTimeout(timer);
    },
    [id, status, onDismiss],
  );
  const Icon = icons[status];
  return (
    <div className={`toast toast-${status}`}>
      <Icon aria-hidden="true" />
      <p>{message}</p>
      <button type="button" className="toast-dismiss" aria-label="Dismiss" onClick={() => onDismiss(id)}>
        <X aria-hidden="true" />
      </button>
    </div>
  );
}
