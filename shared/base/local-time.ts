/** Times in the local time zone. */

/** `2026-11-21` */
export function localDay(time: string | number): string {
  const at = new Date(time);
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** `2026-10-25T01:30:05+01:00`; the offset tells apart the two hours of the night when clocks go back. */
export function localTime(time: string | number): string {
  const at = new Date(time);
  const offset = 0 - at.getTimezoneOffset();
  const clock = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':');
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${localDay(time)}T${clock}${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
