/** Read out by screen readers, without taking the focus; not for ticking timers. */
export function Spoken({ text }: { text: string }) {
  return (
    <div role="status" className="visually-hidden">
      {text}
    </div>
  );
}
