export const KIB = 1024;
export const MIB = 1024 * KIB;
export const GIB = 1024 * MIB;

const units: Record<string, number> = { B: 1, KIB, MIB, GIB };

/**
 * Parses a size such as `500MiB` or `1 GiB`; a plain number counts bytes.
 * @throws RangeError for any other text
 */
export function parseSize(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*([KMG]iB|B)?$/i.exec(text.trim()) ?? [];
  const size = Math.round(Number(number) * (units[(unit ?? 'B').toUpperCase()] ?? NaN));
  if (Number.isSafeInteger(size) && size > 0) return size;
  throw new RangeError(`${text} is no size: write it like 500MiB or 1GiB.`);
}

const largestFirst = [
  ['GiB', GIB],
  ['MiB', MIB],
  ['KiB', KIB],
] as const;

/** Formats bytes in the largest unit, such as `1 GiB` or `512 MiB`. */
export function formatSize(bytes: number): string {
  for (const [name, unit] of largestFirst) {
    if (bytes >= unit) return `${Number((bytes / unit).toFixed(1))} ${name}`;
  }
  return `${bytes} B`;
}
