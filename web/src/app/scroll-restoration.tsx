import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { safeSessionStorage } from '../lib/access/safe-storage.js';
import { timings } from '../lib/timings.js';

const KEY = 'waybill.scroll';

/** Events that say that the user scrolls, or does something else with the page as it is. */
const userEvents = ['wheel', 'pointerdown', 'keydown'];

/** Scroll positions by history key and address. The key is not enough: an entry created by a hash has none. */
const positions = readPositions();

function entryOf(key: string, { pathname, hash }: { pathname: string; hash: string }): string {
  return `${key} ${pathname}${hash}`;
}

/**
 * Restores the scroll position when the user goes back or forward. A new page begins at its top, or at the hash of the
 * address. A change of the query keeps the position. React Router has this feature in its data router only.
 */
export function ScrollRestoration() {
  const { key, pathname, hash } = useLocation();
  const entry = entryOf(key, { pathname, hash });
  const scrolled = useRef<string | null>(null);

  useEffect(() => {
    const takeOver = () => {
      window.history.scrollRestoration = 'manual';
    };
    // Let the browser restore the position when the user returns from another site.
    const handBack = () => {
      window.history.scrollRestoration = 'auto';
      safeSessionStorage.write(KEY, JSON.stringify([...positions]));
    };
    takeOver();
    window.addEventListener('pageshow', takeOver);
    window.addEventListener('pagehide', handBack);
    return () => {
      handBack();
      window.removeEventListener('pageshow', takeOver);
      window.removeEventListener('pagehide', handBack);
    };
  }, []);

  useLayoutEffect(() => {
    const isOtherPage = scrolled.current !== pathname;
    scrolled.current = pathname;
    const save = () => positions.set(entry, window.scrollY);
    const startSaving = () => {
      save();
      window.addEventListener('scroll', save, { passive: true });
    };
    const stopSaving = () => window.removeEventListener('scroll', save);

    const position = positions.get(entry);
    if (position !== undefined) {
      const cancel = restore(position, startSaving);
      return () => {
        cancel();
        stopSaving();
      };
    }
    const target = hash === '' ? null : document.getElementById(hash.slice(1));
    if (target) target.scrollIntoView();
    else if (isOtherPage) window.scrollTo(0, 0);
    startSaving();
    return stopSaving;
  }, [entry, pathname, hash]);

  return null;
}

/**
 * Scrolls to `position` until the page is high enough: while it loads its data it is too short. Gives up once the user
 * acts, or the page took too long. `onEnd` runs in each of these cases. Returns a function that cancels it.
 */
function restore(position: number, onEnd: () => void): () => void {
  const observer = new ResizeObserver(scroll);
  const timer = setTimeout(end, timings.maxScrollWait);
  for (const event of userEvents) window.addEventListener(event, end, { passive: true });
  observer.observe(document.body);
  scroll();
  return cancel;

  function scroll() {
    window.scrollTo(0, position);
    // Browsers round positions to pixels of the screen.
    if (Math.abs(window.scrollY - position) < 1) end();
  }
  function end() {
    cancel();
    onEnd();
  }
  function cancel() {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of userEvents) window.removeEventListener(event, end);
  }
}

function readPositions(): Map<string, number> {
  try {
    const stored = new Map(JSON.parse(safeSessionStorage.read(KEY) ?? '[]') as [string, number][]);
    const { history, location } = window;
    // The first entry of every load has the same key. Only after a reload or Back has it a state of the router, too.
    if (history.state === null) stored.delete(entryOf('default', location));
    return stored;
  } catch {
    return new Map();
  }
}
