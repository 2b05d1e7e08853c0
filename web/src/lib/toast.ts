/** Shows a success message. `milliseconds`: one of `timings`. */
export function showSuccessToast(message: string, milliseconds: number): void {
  void show({ message, color: 'harbor', autoClose: milliseconds });
}

/** Shows an error message that has no place on the page. */
export function showFailureToast(message: string, milliseconds = 5_000): void {
  void show({ message, color: 'red', autoClose: milliseconds, role: 'alert' });
}

type Toast = {
  readonly message: string;
  readonly color: string;
  readonly autoClose: number;
  readonly role?: string;
};

let hasShownAny = false;
const listeners = new Set<() => void>();

const load = () => import('@mantine/notifications');

/**
 * Preloads the toast code on the first interaction. It is not part of the first page, but must be there when an
 * error has to be shown offline.
 */
export function preloadToasts(): void {
  // A failed preload is repeated by the next toast.
  const prepare = () => void load().catch(() => undefined);
  window.addEventListener('pointerdown', prepare, { once: true });
  window.addEventListener('keydown', prepare, { once: true });
}

// Toasts that arrive before the container is mounted are queued by Mantine.
async function show(toast: Toast): Promise<void> {
  const { notifications } = await load().catch(loadOnceOnline);
  notifications.show({ ...toast, closeButtonProps: { 'aria-label': 'Close message' } });
  hasShownAny = true;
  for (const listener of listeners) listener();
}

/** Loads the toast code after a failure, so that a message from offline is late, but not lost. */
async function loadOnceOnline() {
  await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
  return load();
}

/** Whether a toast was shown yet, for `useSyncExternalStore`. */
export const toastState = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  hasShown: (): boolean => hasShownAny,
};
