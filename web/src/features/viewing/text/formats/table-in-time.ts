import { answerInTime } from './answer-in-time.js';
import type { TableRows } from './read-table.js';

const start = () => new Worker(new URL('./table.worker.ts', import.meta.url), { type: 'module' });

/** The rows of a table, or null if they cannot be read in time. */
export function tableInTime(text: string, signal: AbortSignal): Promise<TableRows | null> {
  return answerInTime<TableRows>(start, text, signal);
}
