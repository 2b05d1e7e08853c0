/** Browser storage. Where it is forbidden (blocked site data) or full, values live as long as the page. */
export interface SafeStorage {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
}

function safeStorage(storage: () => Storage): SafeStorage {
  const unstored = new Map<string, string>();
  return {
    read: (key) => unstored.get(key) ?? attempt(() => storage().getItem(key)) ?? null,
    write: (key, value) => {
      const isStored = attempt(() => {
        storage().setItem(key, value);
        return true;
      });
      if (isStored) unstored.delete(key);
      else unstored.set(key, value);
    },
    remove: (key) => {
      unstored.delete(key);
      attempt(() => storage().removeItem(key));
    },
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
export const safeLocalStorage = safeStorage(() => window.localStorage);
/** Session storage: lives as long as the tab. */
export const safeSessionStorage = safeStorage(() => window.sessionStorage);
