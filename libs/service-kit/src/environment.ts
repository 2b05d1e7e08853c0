import { z } from 'zod';

/** A missing or malformed environment variable. Its message is one sentence for the operator. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Validates the environment against `shape`. An empty value counts as unset, except for names in `keepEmpty`.
 * @throws ConfigurationError that names the first variable that is missing or malformed
 */
export function readEnvironment<S extends z.ZodRawShape>(
  shape: S,
  environment: Environment,
  keepEmpty: readonly string[] = [],
): z.infer<z.ZodObject<S>> {
  const set = Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => value !== undefined && (value !== '' || keepEmpty.includes(name)),
    ),
  );
  const result = z.object(shape).safeParse(set);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = issue?.path.join('.') ?? 'The environment';
  throw new ConfigurationError(
    set[name] === undefined
      ? `${name} is not set, but needed.`
      : `${name} ${issue?.message ?? 'is malformed'}.`,
  );
}

/** A whole number within bounds. @param error says what the value must be, for all violations */
export function wholeNumber(error: string, min: number, max = Number.MAX_SAFE_INTEGER): z.ZodCoercedNumber {
  return z.coerce.number({ error }).int(error).min(min, error).max(max, error);
}

/** 32 random bytes in base64. */
export function secretKey(): z.ZodType<Buffer> {
  return z
    .string()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine(
      (bytes) => bytes.length === 32,
      'must be 32 random bytes in base64, such as `openssl rand -base64 32` makes',
    );
}

/** One or more keys as in `secretKey`, separated by commas: the first encrypts and signs, all decrypt and verify. */
export function secretKeys(): z.ZodType<Buffer[]> {
  return z.string().transform((text, context): Buffer[] => {
    const keys = text.split(',').map((part) => secretKey().safeParse(part.trim()));
    const malformed = keys.find((key) => !key.success);
    if (!malformed) return keys.flatMap((key) => (key.success ? [key.data] : []));
    const sentence = malformed.error.issues[0]?.message ?? 'is malformed';
    context.addIssue({
      code: 'custom',
      message: `${sentence}; several are divided by commas, the newest first`,
    });
    return z.NEVER;
  });
}

/** An absolute URL with one of the given protocols. */
export function serverUrl(...protocols: string[]): z.ZodString {
  return z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol.replace(/:$/, '')),
      `must be an address that starts with ${protocols.map((p) => `${p}://`).join(' or ')}`,
    );
}

/** One or several absolute addresses of the given protocols, divided by commas. */
export function serverUrls(...protocols: string[]): z.ZodString {
  const url = serverUrl(...protocols);
  return z
    .string()
    .refine(
      (text) => text.split(',').every((part) => url.safeParse(part.trim()).success),
      `must be an address that starts with ${protocols.map((p) => `${p}://`).join(' or ')}; several are divided by commas`,
    );
}
