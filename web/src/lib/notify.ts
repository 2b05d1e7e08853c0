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

const load = () => import('@mantine/notifications');

/**
 * Fetches what shows tellings once the person does something: most first visits have nothing to tell, and a failure
 * must be told when there is no connection any more.
 */
export function prepareToTell(): void {
  // It is asked for again when there is something to tell.
  const prepare = () => void load().catch(() => undefined);
  window.addEventListener('pointerdown', prepare, { once: true });
  window.addEventListener('keydown', prepare, { once: true });
}

// What is told before it stands is kept.
async function show(telling: Telling): Promise<void> {
  const { notifications } = await load();
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
