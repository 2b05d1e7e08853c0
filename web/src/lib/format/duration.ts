/** Formats seconds roughly: "8 seconds", "3 minutes", "2 hours". */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return plural(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds < 3600) return plural(Math.ceil(seconds / 60), 'minute');
  return plural(Math.ceil(seconds / 3600), 'hour');
}

export function plural(count: number, noun: string): string {
  return `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`;
}

/** Formats a time exactly enough for a table: "8 s", "3 min 5 s", "2 h 1 min". */
export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const [big, small, units] =
    whole < 3600
      ? [Math.floor(whole / 60), whole % 60, ['min', 's']]
      : [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), ['h', 'min']];
  return small === 0 ? `${big} ${units[0]}` : `${big} ${units[0]} ${small} ${units[1]}`;
}
