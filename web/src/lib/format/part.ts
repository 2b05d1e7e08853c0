/** Part of a video or a sound, such as "20–30%". */
export function partOf(number: number, count: number): string {
  const size = 100 / Math.max(1, count);
  return `${Math.round((number - 1) * size)}–${Math.round(number * size)}%`;
}
