import { type SyntheticEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type MediaFailure, mediaFailureOf } from './media-failure.js';

/** Position at which a medium stopped. */
interface Position {
  readonly seconds: number;
  readonly wasPlaying: boolean;
}

/**
 * Failures of a medium, and the return to the position where it stopped. `onDenied`: the verification token is no
 * longer valid.
 */
export function usePlayback(address: string, onDenied?: () => void) {
  const [stopped, setStopped] = useState<{ readonly error: MediaError | null } | null>(null);
  const [failure, setFailure] = useState<MediaFailure | null>(null);
  const position = useRef<Position | null>(null);
  const show = useEffectEvent((found: MediaFailure) => {
    setFailure(found);
    if (found.kind === 'denied') onDenied?.();
  });

  useEffect(() => {
    if (!stopped) return;
    const leaving = new AbortController();
    void mediaFailureOf(address, stopped.error, leaving.signal).then((found) => {
      if (!leaving.signal.aborted) show(found);
    });
    return () => leaving.abort();
  }, [address, stopped]);

  const onError = ({ currentTarget: media }: SyntheticEvent<HTMLMediaElement>) => {
    // A medium that has loaded nothing has no position of its own.
    if (media.readyState > 0) position.current = { seconds: media.currentTime, wasPlaying: !media.paused };
    setStopped({ error: media.error });
  };
  const onLoadedMetadata = ({ currentTarget: media }: SyntheticEvent<HTMLMediaElement>) => {
    if (!position.current) return;
    const { seconds, wasPlaying } = position.current;
    position.current = null;
    media.currentTime = seconds;
    // A browser that refuses to play by itself leaves it to the reader.
    if (wasPlaying) media.play().catch(() => undefined);
  };
  // A fast failure comes before React mounts the element, and React drops events of elements that are not mounted.
  const mounted = useCallback((media: HTMLMediaElement | null) => {
    if (media?.error) setStopped({ error: media.error });
  }, []);
  const retry = () => {
    setStopped(null);
    setFailure(null);
  };
  return { failure, retry, mounted, events: { onError, onLoadedMetadata } };
}
