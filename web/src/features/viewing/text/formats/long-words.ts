/**
 * The beginning of a long word, with the rest of a character reference and the marks of its last letter. Browsers shape
 * the rest of a word again for each of its lines, in fonts with kerning and in joined scripts: for a word of 100 KB
 * that takes minutes. They do not look beyond a `<wbr>`.
 */
const LONG_WORD = /[^ \t\n\r\f]{200}[\p{M}\u200d]{0,20}/gu;
const TAG_OR_LONG_WORD =
  /<(?:"[^"]*"|[^">])*>|[^ \t\n\r\f<]{200}(?:[^ \t\n\r\f<&;]{0,40};)?[\p{M}\u200d]{0,20}/gu;

/** Splits a text within its long words. A `<wbr>` belongs between the parts. */
export function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let begin = 0;
  for (const { 0: word, index } of text.matchAll(LONG_WORD)) {
    parts.push(text.slice(begin, index + word.length));
    begin = index + word.length;
  }
  return [...parts, text.slice(begin)];
}

/** Adds a `<wbr>` within long words of HTML as browsers and highlight.js write it. */
export function withBreaks(html: string): string {
  return html.replace(TAG_OR_LONG_WORD, (part) => (part.startsWith('<') ? part : `${part}<wbr>`));
}
