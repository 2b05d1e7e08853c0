import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { isApiError, sentenceOf } from '../api/api-error.js';

/**
 * Shows the errors of a refused form: those of known fields next to them, all others as error of the form
 * (`errors.root`). Focuses the first of these fields, as the form does before it is sent. `fields`: in the order of the
 * form. `fallback`: message of spec §8 for this form.
 */
export function showServerErrors<T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
  fields: readonly FieldPath<T>[],
  fallback: string,
): void {
  const ofFields = isApiError(error) ? error.errors : [];
  const known = fields.flatMap((name) =>
    ofFields.filter(({ field }) => field === name).map(({ message }) => ({ name, message })),
  );
  known.forEach(({ name, message }, index) => setError(name, { message }, { shouldFocus: index === 0 }));
  if (known.length === 0) setError('root', { message: sentenceOf(error, fallback) });
}
