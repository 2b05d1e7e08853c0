/** A letter with its accents, or a whole emoji: a flag, or signs that are joined. */
const LETTER = /\p{RI}{2}|\P{M}[\p{M}\p{EMod}]*(?:\u200d\P{M}[\p{M}\p{EMod}]*)*/gu;

/** Initials of the first two words of a name, or the first two letters of its only word. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .map((word) => word.match(LETTER) ?? []);
  const letters = words.length === 1 ? (words[0] ?? []) : words.map(([first = '']) => first);
  return letters.slice(0, 2).join('').toUpperCase();
}
