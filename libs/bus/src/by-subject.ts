/** Splits what is in order by what it is about; each part keeps the order. */
export function bySubject<T>(items: readonly T[], subjectOf: (item: T) => string): T[][] {
  const parts = new Map<string, T[]>();
  for (const item of items) {
    const part = parts.get(subjectOf(item));
    if (part) part.push(item);
    else parts.set(subjectOf(item), [item]);
  }
  return [...parts.values()];
}
