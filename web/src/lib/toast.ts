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

/** Resolves to undefined where the code cannot be loaded: offline, or because a newer release replaced it. */
const load = () => import('@mantine/notifications').catch(() => undefined);

/**
 * Preloads the toast code on the first interaction. It is not part of the first page, but must be there when an
 * error has to be shown offline.
 */
export function preloadToasts(): void {
  // A failed preload is repeated by the next toast.
  const prepare = () => void load();
  window.addEventListener('pointerdown', prepare, { once: true });
  window.addEventListener('keydown', prepare, { once: true });
}

// Toasts that arrive before the container is mounted are queued by Mantine.
async function show(toast: Toast): Promise<void> {
  const code = await load();
  if (!code) {
    showPlain(toast);
    return;
  }
  code.notifications.show({ ...toast, closeButtonProps: { 'aria-label': 'Close message' } });
  hasShownAny = true;
  for (const listener of listeners) listener();
}

/** Shows a message without the code of toasts. Its looks are in global.css. */
function showPlain({ message, autoClose }: Toast): void {
  const box = document.createElement('p');
  box.role = 'alert';
  box.append(message);
  document.body.append(box);
  setTimeout(() => box.remove(), autoClose);
}

/** Whether a toast was shown yet, for `useSyncExternalStore`. */
export const toastState = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  hasShown: (): boolean => hasShownAny,
};
