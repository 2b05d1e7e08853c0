import { useSyncExternalStore } from 'react';
import { timings } from './timings.js';

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** Current time, updated while a component shows it. All components share one timer. */
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
