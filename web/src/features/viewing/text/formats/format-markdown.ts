import { marked } from 'marked';
import { lightened } from './light-html.js';

const MAX_TAGS = 40_000;
/** YAML between two lines of dashes at the beginning, by which many programs keep the facts about a text. */
const FRONT_MATTER = /^---[ \t]*\r?\n(?=[\w"'-]+[ \t]*:)([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/**
 * Renders Markdown to HTML that must still be sanitized (`safeHtml`), or null if that would freeze the page. Front
 * matter becomes a block of code.
 * Runs in a worker, because some short texts take minutes, and others overflow the stack.
 */
export function formatMarkdown(text: string): string | null {
  const [block = '', facts] = FRONT_MATTER.exec(text) ?? [];
  const html = marked.parse(text.slice(block.length), { async: false, gfm: true });
  return lightened(facts === undefined ? html : codeBlock(facts) + html, MAX_TAGS);
}

function codeBlock(text: string): string {
  return `<pre><code>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</code></pre>\n`;
}
