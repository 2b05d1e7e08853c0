import highlighter from 'highlight.js/lib/common';
import { extensionOf } from '../text-kind.js';
import { lightened } from './light-html.js';
import { withBreaks } from './long-words.js';

/** Longer texts, in UTF-16 units, are shown without colours. */
const MAX_HIGHLIGHTED = 200_000;
/** More than for Markdown, because nothing has to be sanitized. */
const MAX_TAGS = 100_000;

/** A text, and the name of its file. */
export interface NamedText {
  readonly text: string;
  readonly name: string;
}

/**
 * Source code as HTML with highlighted syntax, escaped by highlight.js. Null if its language is unknown, or if it would
 * freeze the page. Runs in a worker, because some short texts take minutes.
 */
export function highlightCode({ text, name }: NamedText): string | null {
  const language = extensionOf(name);
  if (text.length > MAX_HIGHLIGHTED || !highlighter.getLanguage(language)) return null;
  const html = highlighter.highlight(text, { language, ignoreIllegals: true }).value;
  return lightened(withBreaks(html), MAX_TAGS);
}
