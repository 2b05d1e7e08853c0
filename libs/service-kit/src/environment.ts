import { z } from 'zod';

/** The environment is wrong; the message is the one sentence the operator reads. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment as `shape` reads it. An empty value counts as unset, except for names in `keepEmpty`.
 * @throws ConfigurationError that names the first variable that is missing or malformed
 */
export function readEnvironment<S extends z.ZodRawShape>(
  shape: S,
  environment: Environment,
  keepEmpty: readonly string[] = ['OFFICE_VIEWER_URL'],
): z.infer<z.ZodObject<S>> {
  const given = Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => value !== undefined && (value !== '' || keepEmpty.includes(name)),
    ),
  );
  const result = z.object(shape).safeParse(given);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = issue?.path.join('.') ?? 'The environment';
  throw new ConfigurationError(
    given[name] === undefined
      ? `${name} is not set, but needed.`
      : `${name} ${issue?.message ?? 'is malformed'}.`,
  );
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

/** One or several keys as `secretKey` reads them, divided by commas: the first locks and signs, all open and verify. */
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

/** An absolute address of one of the given protocols. */
export function serverUrl(...protocols: string[]): z.ZodString {
  return z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol.replace(/:$/, '')),
      `must be an address that starts with ${protocols.map((p) => `${p}://`).join(' or ')}`,
    );
}
