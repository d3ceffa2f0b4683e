import { useEffect, useState } from 'preact/hooks';

const MINUTE_MS = 60_000;
const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** `18:42`, by the clocks of this screen. */
export const hourAndMinute = (time: number): string => format.format(time);

/** Nothing until the script is there: the page would be another one every minute. */
export function Clock() {
  const [now, setNow] = useState<number | null>(null);
  useEffect(
    function goOn() {
      const until = now === null ? 0 : MINUTE_MS - (Date.now() % MINUTE_MS);
      const timer = setTimeout(() => setNow(Date.now()), until);
      return () => clearTimeout(timer);
    },
    [now],
  );
  if (now === null) return null;
  return (
    <time class="clock figures" dateTime={hourAndMinute(now)}>
      {hourAndMinute(now)}
    </time>
  );
}
