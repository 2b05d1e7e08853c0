import type { FieldValues, UseFormGetValues, UseFormReset } from 'react-hook-form';

/** Resets a form to `next` after it was submitted. Keeps the fields that were edited since then. */
export function resetSubmitted<T extends FieldValues>(
  { getValues, reset }: { readonly getValues: UseFormGetValues<T>; readonly reset: UseFormReset<T> },
  submitted: T,
  next: T,
): void {
  const now = getValues();
  const edited = Object.entries(now).filter(([name, value]) => value !== submitted[name]);
  reset({ ...next, ...Object.fromEntries(edited) });
}
