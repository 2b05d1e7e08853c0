import { type DataOf, type fileAccessed, type fileRead } from '@waybill/contracts';
import { VisitEntryConsumer } from '../visits/visit-entry.consumer.js';
import type { AnalyticsUnderTest } from './analytics-under-test.js';

export type Visit = DataOf<typeof fileAccessed>;

/**
 * Counts visits in batches, as the consumer gets them under load.
 * @returns their ids
 */
export async function countVisits(
  analytics: AnalyticsUnderTest,
  fileId: string,
  visits: readonly Partial<Visit>[],
): Promise<string[]> {
  const messages = visits.map((changes) => analytics.visitMessage(fileId, changes));
  const consumer = analytics.service.get<VisitEntryConsumer>(VisitEntryConsumer);
  for (let start = 0; start < messages.length; start += 100)
    await consumer.filesAccessed(messages.slice(start, start + 100));
  return messages.map(({ data }) => data.visitId);
}

export function readPages(
  analytics: AnalyticsUnderTest,
  fileId: string,
  visitId: string,
  pages: DataOf<typeof fileRead>['pages'],
): Promise<void> {
  return analytics.read(fileId, visitId, { pages, pageCount: 9 });
}

/** Deterministic numbers from 0 to before 1. */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}
