import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { isApiError, sentenceOf } from '../api/api-error.js';

/**
 * Shows the errors of a refused form: those of known fields next to them, all others as error of the form
 * (`errors.root`). `fallback`: message of spec §8 for this form.
 */
export function showServerErrors<T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
  fields: readonly FieldPath<T>[],
  fallback: string,
): void {
  const ofFields = isApiError(error) ? error.errors : [];
  const known = ofFields.filter(({ field }) => fields.some((name) => name === field));
  for (const { field, message } of known) setError(field as FieldPath<T>, { message });
  if (known.length === 0) setError('root', { message: sentenceOf(error, fallback) });
}
