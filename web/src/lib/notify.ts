import { notifications } from '@mantine/notifications';

/** Tells of something that went well. `milliseconds`: one of `timings`. */
export function tellSuccess(message: string, milliseconds: number): void {
  notifications.show({ message, color: 'harbor', autoClose: milliseconds });
}

/** Tells of something that failed and is not said where the person is looking. */
export function tellFailure(message: string, milliseconds = 5_000): void {
  notifications.show({ message, color: 'red', autoClose: milliseconds, role: 'alert' });
}
