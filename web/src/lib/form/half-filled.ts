import type { BaseSyntheticEvent } from 'react';

export const HALF_FILLED = 'Enter both the date and the time, or clear the field';

/**
 * Whether a submitted form has only a part of a date and time in a `datetime-local` field. The browser gives such a
 * field an empty value, as if nothing was entered.
 */
export function isHalfFilled(submission: BaseSyntheticEvent | undefined, name: string): boolean {
  const field = (submission?.target as HTMLFormElement).elements.namedItem(name);
  return field instanceof HTMLInputElement && field.validity.badInput;
}
