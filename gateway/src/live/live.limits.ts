import type { Limit } from '@waybill/redis';

/** Streams at once, of one gateway process, whose memory they protect. */
export const MAX_STREAMS = 5000;
/** Each tab of a browser has one, and programs open others. */
export const MAX_STREAMS_PER_ACCOUNT = 1200;
export const streamsPerNetwork: Limit = { name: 'live', points: 1500, windowSeconds: 0 };
