/** Browser storage that does nothing where it is forbidden (private windows, blocked cookies). */
export interface SafeStorage {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
}

function keeper(storage: () => Storage): SafeStorage {
  return {
    read: (key) => attempt(() => storage().getItem(key)) ?? null,
    write: (key, value) => attempt(() => storage().setItem(key, value)),
    remove: (key) => attempt(() => storage().removeItem(key)),
  };
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/** Local storage: outlives the tab. */
export const safeLocalStorage = keeper(() => window.localStorage);
/** Session storage: lives as long as the tab. */
export const safeSessionStorage = keeper(() => window.sessionStorage);
