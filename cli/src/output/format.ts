const SIZE_UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;

/** @param bytes shown as on the pages of Waybill: base 1024, two decimals from KB on, such as "12.34 MB" */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), SIZE_UNITS.length - 1);
  const amount = bytes / 1024 ** power;
  return `${power === 0 ? Math.round(amount) : amount.toFixed(2)} ${SIZE_UNITS[power] ?? ''}`;
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
