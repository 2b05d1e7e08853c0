/** Presentation of a text. */
export type TextKind = 'markdown' | 'table' | 'json' | 'code';

const kinds: ReadonlyMap<string, TextKind> = new Map([
  ['md', 'markdown'],
  ['markdown', 'markdown'],
  ['csv', 'table'],
  ['tsv', 'table'],
  ['json', 'json'],
  ['geojson', 'json'],
  ['webmanifest', 'json'],
]);

/** Chooses the view of a text by the extension of its name. */
export function textKindOf(name: string): TextKind {
  return kinds.get(extensionOf(name)) ?? 'code';
}

/** Extension of a name, or the name of a file without one (`Dockerfile`), in lower case. */
export function extensionOf(name: string): string {
  return (/[^.]*$/.exec(name)?.[0] ?? '').toLowerCase();
}
