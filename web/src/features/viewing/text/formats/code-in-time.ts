import { answerInTime } from './answer-in-time.js';
import type { NamedText } from './highlight-code.js';

const start = () => new Worker(new URL('./code.worker.ts', import.meta.url), { type: 'module' });

/** HTML of highlighted source code, or null if it has no colours or cannot be shown in time. */
export function codeInTime(code: NamedText, signal: AbortSignal): Promise<string | null> {
  return answerInTime<string>(start, code, signal);
}
