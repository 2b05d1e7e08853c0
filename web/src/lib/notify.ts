/** Tells of something that went well. `milliseconds`: one of `timings`. */
export function tellSuccess(message: string, milliseconds: number): void {
  void show({ message, color: 'harbor', autoClose: milliseconds });
}

/** Tells of something that failed and is not said where the person is looking. */
export function tellFailure(message: string, milliseconds = 5_000): void {
  void show({ message, color: 'red', autoClose: milliseconds, role: 'alert' });
}

type Telling = {
  readonly message: string;
  readonly color: string;
  readonly autoClose: number;
  readonly role?: string;
};

let hasTold = false;
const listeners = new Set<() => void>();

// Fetched with the first thing to tell: most first visits have none. What is told before it stands is kept.
async function show(telling: Telling): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  notifications.show(telling);
  hasTold = true;
  for (const listener of listeners) listener();
}

/** Whether there has been anything to tell, for `useSyncExternalStore`. */
export const tellings = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  haveBegun: (): boolean => hasTold,
};
