import { useSyncExternalStore } from 'react';
import { timings } from './timings.js';

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** The time, kept up to date while somebody looks at what depends on it: one clock, however many look. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, () => now));
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
