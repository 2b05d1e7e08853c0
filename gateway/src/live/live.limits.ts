import type { Limit } from '@waybill/redis';

/** Maximum number of streams of one gateway process. Protects its memory. */
export const MAX_STREAMS = 5000;
/** High, because each browser tab has a stream, and programs open more. */
export const MAX_STREAMS_PER_ACCOUNT = 1200;
export const streamsPerNetwork: Limit = { name: 'live', points: 1500, windowSeconds: 0 };
