import { Batcher } from '@waybill/service-kit';
import { isDatabaseUnavailable } from './is-database-unavailable.js';

/**
 * Time in ms that a transaction waits for concurrent calls. Waiting costs a call less than it saves: with 8 concurrent
 * uploads, a transaction holds eight of them instead of three (docs/decisions/what-an-upload-costs.md).
 */
const GATHER_MS = 5;

export interface GroupCommitOptions<I, O> {
  /** Maximum number of calls in a transaction. */
  readonly maxSize: number;
  /** Performs the calls in one transaction. @returns one output per call, in their order */
  readonly perform: (items: readonly I[]) => Promise<readonly O[]>;
}

/**
 * Lets concurrent calls share a transaction. If PostgreSQL is unavailable, all of them fail without another attempt.
 */
export function groupCommit<I, O>({ maxSize, perform }: GroupCommitOptions<I, O>): Batcher<I, O> {
  return new Batcher({ maxSize, perform, gatherMs: GATHER_MS, isCommonFailure: isDatabaseUnavailable });
}
