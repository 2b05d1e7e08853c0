import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { safeSessionStorage } from '../lib/access/safe-storage.js';

const KEY = 'waybill.scroll';

/** Scroll positions by history key and address. The key is not enough: an entry created by a hash has none. */
const positions = readPositions();

/**
 * Restores the scroll position when the user goes back or forward. A new page begins at its top, or at the hash of the
 * address. A change of the query keeps the position. React Router has this feature in its data router only.
 */
export function ScrollRestoration() {
  const { key, pathname, hash } = useLocation();
  const entry = `${key} ${pathname}${hash}`;
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
    const position = positions.get(entry);
    const target = hash === '' ? null : document.getElementById(hash.slice(1));
    if (position !== undefined) window.scrollTo(0, position);
    else if (target) target.scrollIntoView();
    else if (scrolled.current !== pathname) window.scrollTo(0, 0);
    scrolled.current = pathname;

    const save = () => positions.set(entry, window.scrollY);
    save();
    window.addEventListener('scroll', save, { passive: true });
    return () => window.removeEventListener('scroll', save);
  }, [entry, pathname, hash]);

  return null;
}

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(safeSessionStorage.read(KEY) ?? '[]') as [string, number][]);
  } catch {
    return new Map();
  }
}
