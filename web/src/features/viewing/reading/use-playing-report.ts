import { type SyntheticEvent, useCallback, useEffect, useRef } from 'react';
import { ReadingReporter } from './reading-reporter.js';

/** A medium is reported in tenths of its length. */
const TENTHS = 10;

/**
 * Reports which tenths of a video or a sound were played, and for how long.
 * @param address of the visit; null on the owner's own screens
 * @returns handlers of the media element
 */
export function usePlayingReport(address: string | null) {
  const reporter = useRef<ReadingReporter | null>(null);
  useEffect(
    () => () => {
      reporter.current?.close();
      reporter.current = null;
    },
    [address],
  );
  const onTimeUpdate = useCallback(
    ({ currentTarget: media }: SyntheticEvent<HTMLMediaElement>) => {
      if (address === null || media.paused || !(media.duration > 0)) return;
      reporter.current ??= new ReadingReporter(address);
      const tenth = Math.floor((media.currentTime / media.duration) * TENTHS) + 1;
      reporter.current.show(Math.min(TENTHS, tenth));
    },
    [address],
  );
  const onStop = useCallback(() => reporter.current?.show(null), []);
  return { onTimeUpdate, onPause: onStop, onEnded: onStop, onWaiting: onStop, onSeeking: onStop };
}
