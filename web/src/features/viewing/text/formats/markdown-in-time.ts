import { answerInTime } from './answer-in-time.js';
import { withBreaks } from './long-words.js';
import { safeHtml } from './safe-html.js';

const start = () => new Worker(new URL('./markdown.worker.ts', import.meta.url), { type: 'module' });

/** HTML of a Markdown text, or null if it cannot be shown in time. */
export async function markdownInTime(text: string, signal: AbortSignal): Promise<string | null> {
  const html = await answerInTime<string>(start, text, signal);
  return html === null ? null : withBreaks(safeHtml(html));
}
