/** A time for an `input` of the type `datetime-local`, to the minute, in the browser's time zone. */
export function toLocalInput(instant: string | null): string {
  if (instant === null) return '';
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
