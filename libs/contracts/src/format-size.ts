const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;

/** Formats bytes for people: base 1024, two decimals from KB on (spec §9). */
export function formatSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const amount = bytes / 1024 ** power;
  return `${power === 0 ? amount : amount.toFixed(2)} ${UNITS[power] ?? ''}`;
}
