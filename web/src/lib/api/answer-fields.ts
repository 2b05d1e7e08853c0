type Kind = 'string' | 'number' | 'boolean' | 'object';
type Fields = Readonly<Record<string, Kind | undefined>>;

type Result<T> = { readonly value: T } | { readonly issues: readonly { readonly message: string }[] };

/** A Standard Schema, as `responseSchema` takes it. */
export interface AnswerSchema<T> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'waybill';
    readonly validate: (value: unknown) => Result<T>;
  };
}

/**
 * Accepts objects whose `fields` have these types. For the answers that the first pages need: the schemas of
 * contracts would add zod to their code.
 */
export function answerWith<T extends object>(
  fields: Partial<Record<keyof T & string, Kind>>,
): AnswerSchema<T> {
  return schemaOf((value) => hasFields(value, fields));
}

/** Accepts lists of objects whose `fields` have these types. */
export function listOf<T extends object>(fields: Partial<Record<keyof T & string, Kind>>): AnswerSchema<T[]> {
  return schemaOf((value) => Array.isArray(value) && value.every((entry) => hasFields(entry, fields)));
}

/** Accepts null, and what `schema` accepts. */
export function orNull<T>(schema: AnswerSchema<T>): AnswerSchema<T | null> {
  return schemaOf((value) => value === null || 'value' in schema['~standard'].validate(value));
}

/** Whether a value is an object whose `fields` have these types. */
export function hasFields(value: unknown, fields: Fields): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Record<string, unknown>;
  return Object.entries(fields).every(
    ([name, kind]) => typeof record[name] === kind && record[name] !== null,
  );
}

function schemaOf<T>(accepts: (value: unknown) => boolean): AnswerSchema<T> {
  const validate = (value: unknown): Result<T> =>
    accepts(value)
      ? { value: value as T }
      : { issues: [{ message: 'A field is missing or of another type' }] };
  return { '~standard': { version: 1, vendor: 'waybill', validate } };
}
