import { timings } from './timings.js';

/**
 * Query options of what may change elsewhere while somebody looks at it: asked for again every few seconds as long
 * as the page is in front, and when one comes back to it (docs/decisions/live-state.md).
 * @param interval milliseconds; 0 to ask on coming back alone
 */
export function live(interval: number = timings.livePoll) {
  return {
    pollingInterval: interval,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
    refetchOnMountOrArgChange: true,
  } as const;
}
