import { ConfigurationError, isLoopbackHost, serverUrl, wholeNumber } from '@waybill/service-kit';
import { emailKey, emailSchema, signUpModeSchema } from '@waybill/contracts';
import { z } from 'zod';

/**
 * The signature of an ID token is not verified, because TLS proves that the provider sent it. Over http anyone on the
 * way could sign in as any person.
 */
const issuer = serverUrl('https', 'http').refine(
  (text) =>
    !URL.canParse(text) || new URL(text).protocol === 'https:' || isLoopbackHost(new URL(text).hostname),
  'must start with https://, since the sign-in relies on TLS; http:// is allowed for localhost only',
);

/** Settings of accounts: who may sign up, and who administers this installation. */
export const accountsEnv = {
  /** Number of days after its log-in at which a session ends, even if it is in use. */
  SESSION_MAX_DAYS: wholeNumber('must be a number of days from 1 to 3650', 1, 3650).default(180),
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** Label of the button for single sign-on. */
  OIDC_NAME: z.string().trim().max(100, 'must be at most 100 characters long').default('single sign-on'),
  SIGN_UP: z.enum(signUpModeSchema.options, { error: 'must be open, invited or closed' }).default('open'),
  /** Domains whose addresses may sign up, in lower case. Empty: all. Patterns are refused: no address is at `*.org`. */
  SIGN_UP_DOMAINS: z
    .string()
    .default('')
    .transform((text) => listOf(text.toLowerCase()))
    .refine(
      (domains) => domains.every((domain) => /^[\p{L}\p{M}\p{N}.-]+\.[\p{L}\p{M}\p{N}-]+$/u.test(domain)),
      'must be domains such as example.org, divided by commas',
    ),
  /** Addresses of administrators, as keys (`emailKey`). */
  ADMIN_EMAILS: z
    .string()
    .default('')
    .transform((text) => listOf(text))
    .refine(
      (addresses) => addresses.every((address) => emailSchema.safeParse(address).success),
      'must be e-mail addresses, divided by commas',
    )
    .transform((addresses) => addresses.map(emailKey)),
};

/**
 * The OpenID Connect provider; null where none is set.
 * @throws ConfigurationError when only one of OIDC_ISSUER and OIDC_CLIENT_ID is set
 */
export function oidcOf(values: {
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_CLIENT_ID?: string | undefined;
  readonly OIDC_CLIENT_SECRET?: string | undefined;
  readonly OIDC_NAME: string;
}) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = values;
  if (issuer === undefined && clientId === undefined) return null;
  if (issuer === undefined)
    throw new ConfigurationError('OIDC_ISSUER is not set, but needed with OIDC_CLIENT_ID.');
  if (clientId === undefined)
    throw new ConfigurationError('OIDC_CLIENT_ID is not set, but needed with OIDC_ISSUER.');
  return { issuer, clientId, clientSecret: values.OIDC_CLIENT_SECRET ?? null, name: values.OIDC_NAME };
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
