/** Reads and writes that do nothing where the browser forbids storage (private windows, blocked cookies). */
export interface Keeper {
  read(key: string): string | null;
  keep(key: string, value: string): void;
  drop(key: string): void;
}

function keeper(storage: () => Storage): Keeper {
  return {
    read: (key) => attempt(() => storage().getItem(key)) ?? null,
    keep: (key, value) => attempt(() => storage().setItem(key, value)),
    drop: (key) => attempt(() => storage().removeItem(key)),
  };
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/** Outlives the tab. */
export const browserKeeper = keeper(() => window.localStorage);
/** Lives as long as the tab. */
export const tabKeeper = keeper(() => window.sessionStorage);
