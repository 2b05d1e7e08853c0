import { timings } from './timings.js';

/**
 * Query options that poll while the tab is visible and refetch when the user returns to it
 * (docs/decisions/live-state.md).
 * @param interval milliseconds; 0 refetches only on return
 */
export function pollingOptions(interval: number = timings.livePoll) {
  return {
    pollingInterval: interval,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
    refetchOnMountOrArgChange: true,
  } as const;
}
