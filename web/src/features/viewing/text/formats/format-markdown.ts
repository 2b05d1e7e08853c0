import { marked } from 'marked';
import { lightened } from './light-html.js';

const MAX_TAGS = 40_000;

/**
 * Renders Markdown to HTML that must still be sanitized (`safeHtml`), or null if that would freeze the page.
 * Runs in a worker, because some short texts take minutes, and others overflow the stack.
 */
export function formatMarkdown(text: string): string | null {
  return lightened(marked.parse(text, { async: false, gfm: true }), MAX_TAGS);
}
