/** Told to a screen reader, without taking the focus and never for a ticking timer. */
export function Spoken({ text }: { text: string }) {
  return (
    <div role="status" className="visually-hidden">
      {text}
    </div>
  );
}
