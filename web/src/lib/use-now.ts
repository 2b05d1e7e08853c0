import { useState, useSyncExternalStore } from 'react';
import { timings } from './timings.js';

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/**
 * Current time, updated while a component shows it. All components share one timer. Never earlier than the first render
 * of the component, whose facts can be newer than the last tick.
 */
export function useNow(): Date {
  const [shownAt] = useState(() => Date.now());
  const tickedAt = useSyncExternalStore(subscribe, () => now);
  return new Date(Math.max(shownAt, tickedAt));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    tick();
    timer = setInterval(tick, timings.clock);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick() {
  now = Date.now();
  for (const listener of listeners) listener();
}
