const SIZE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** @param bytes shown in decimal units, such as "12.3 MB" */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.95 && unit < SIZE_UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${SIZE_UNITS[unit] ?? 'B'}`;
}

/** @param seconds shown as "0:07", "12:30" or "1:02:03" */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** @returns the rows as columns of equal width, two spaces between them */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (found, row) => row.map((cell, column) => Math.max(found[column] ?? 0, lengthOf(cell))),
    [],
  );
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - lengthOf(cell))).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}

/**
 * Replaces control and bidirectional characters: a name that a stranger chose must not move the cursor of a terminal.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '\uFFFD');
}

/** @returns code points, which is near enough the width on a terminal */
function lengthOf(text: string): number {
  return Array.from(text).length;
}
