/**
 * Replaces the part `name` of a document: the text between the comments `<!-- name:begin -->` and `<!-- name:end
 * -->`.
 * @throws Error when the document has no such part
 */
export function replacePart(document: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const from = document.indexOf(begin);
  const to = document.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`The document has no part between ${begin} and ${end}`);
  return `${document.slice(0, from + begin.length)}\n\n${content.trim()}\n\n${document.slice(to)}`;
}
