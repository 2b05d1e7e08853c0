import { Inject, Injectable } from '@nestjs/common';
import { AppError, HOUR_MS, nameSchema, newEmailSchema } from '@waybill/contracts';
import { Clock, LOGGER, type Logger } from '@waybill/service-kit';
import * as oidc from 'openid-client';
import { AUTH_MODULE_OPTIONS, type AuthModuleOptions, type OidcSettings } from '../auth.module-options.js';

/** Timeout of each call to the provider, in seconds. A callback makes up to three. */
const TIMEOUT_SECONDS = 5;
/** Time until the provider's endpoints are read again. */
const DISCOVERY_TTL_MS = HOUR_MS;
/** Errors of OAuth 2 that say that the provider, not the person, is at fault. */
const providerFaults = new Set(['server_error', 'temporarily_unavailable']);

/** A person as the provider describes them. */
export interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Null unless the provider has confirmed it, and for an address that sign-up refuses. */
  readonly email: string | null;
  readonly name: string | null;
}

/** Secrets of one attempt. The answer of the provider is verified against them. */
export interface AttemptSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Talks to the OpenID Connect provider: authorization code with PKCE, state and nonce. */
@Injectable()
export class OidcProviderService {
  private discovered: { readonly configuration: oidc.Configuration; readonly at: number } | undefined;

  constructor(
    private readonly clock: Clock,
    @Inject(AUTH_MODULE_OPTIONS) private readonly options: AuthModuleOptions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws AppError `request.not-found` if no provider is configured */
  requireSettings(): OidcSettings {
    if (!this.options.oidc) throw new AppError('request.not-found');
    return this.options.oidc;
  }

  /** The page that the browser opens, and the secrets of the attempt. @throws AppError `auth.sso-unavailable` */
  async begin(): Promise<{ url: string; secrets: AttemptSecrets }> {
    const configuration = await this.discover();
    const secrets = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      codeVerifier: oidc.randomPKCECodeVerifier(),
    };
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: this.requireSettings().redirectUri,
      scope: 'openid email profile',
      code_challenge: await oidc.calculatePKCECodeChallenge(secrets.codeVerifier),
      code_challenge_method: 'S256',
      state: secrets.state,
      nonce: secrets.nonce,
    });
    return { url: url.href, secrets };
  }

  /** @throws AppError `auth.sso-unavailable`, `auth.sso-failed`, `auth.sso-refused` */
  async finish(
    answer: Readonly<Record<string, string | string[]>>,
    { state, nonce, codeVerifier }: AttemptSecrets,
  ): Promise<ProviderIdentity> {
    const configuration = await this.discover();
    const callback = new URL(this.requireSettings().redirectUri);
    for (const [name, value] of Object.entries(answer))
      for (const one of [value].flat()) callback.searchParams.append(name, one);
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new AppError('auth.sso-failed');
      // Providers may leave the address out of the ID token. The address and `email_verified` are read from the same
      // source, so that the one applies to the other.
      const { iss: issuer, sub: subject } = claims;
      if (claims['email'] !== undefined || !configuration.serverMetadata().userinfo_endpoint)
        return { issuer, subject, email: confirmedEmail(claims), name: nameOf(claims) };
      const details = await oidc.fetchUserInfo(configuration, tokens.access_token, subject);
      const name = nameOf({ ...claims, ...details });
      return { issuer, subject, email: confirmedEmail(details), name };
    } catch (error) {
      throw this.refusal(error);
    }
  }

  private async discover(): Promise<oidc.Configuration> {
    const now = this.clock.now().getTime();
    if (this.discovered && now - this.discovered.at < DISCOVERY_TTL_MS) return this.discovered.configuration;
    const { issuer, clientId, clientSecret } = this.requireSettings();
    try {
      const configuration = await oidc.discovery(
        new URL(issuer),
        clientId,
        undefined,
        clientSecret === null ? oidc.None() : authenticateWith(clientSecret),
        {
          timeout: TIMEOUT_SECONDS,
          // OIDC_ISSUER with http: is this machine itself.
          // oxlint-disable-next-line typescript/no-deprecated -- marked so to make it stand out
          execute: issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
        },
      );
      this.discovered = { configuration, at: now };
      return configuration;
    } catch (error) {
      this.logger.error({ err: error }, 'Reading the configuration of the OpenID Connect provider failed');
      throw new AppError('auth.sso-unavailable', undefined, { cause: error });
    }
  }

  private refusal(error: unknown): AppError {
    if (error instanceof AppError) return error as AppError;
    if (error instanceof oidc.AuthorizationResponseError && !providerFaults.has(error.error))
      return new AppError('auth.sso-refused', undefined, { cause: error });
    this.logger.warn({ err: error }, 'Single sign-on failed');
    if (isProviderFault(error)) {
      this.discovered = undefined;
      return new AppError('auth.sso-unavailable', undefined, { cause: error });
    }
    return new AppError('auth.sso-failed', undefined, { cause: error });
  }
}

/**
 * Authenticates the client by HTTP Basic, the default of the standard, or in the body if the provider does not support
 * Basic.
 */
function authenticateWith(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_basic') ? basic : post)(server, client, body, headers);
  };
}

/** Whether the provider could not be reached or failed: no answer, a timeout, a server error. */
function isProviderFault(error: unknown): boolean {
  if (error instanceof oidc.AuthorizationResponseError) return true;
  if (error instanceof TypeError) return true;
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.WWWAuthenticateChallengeError)
    return error.status >= 500;
  if (!(error instanceof oidc.ClientError)) return false;
  return (
    error.code === 'OAUTH_TIMEOUT' ||
    error.cause instanceof TypeError ||
    (error.cause instanceof Response && error.cause.status >= 500)
  );
}

/**
 * Some providers send `email_verified` as text. A look-alike counts as unconfirmed, because `emailKey` maps it to the
 * account of the real address.
 */
function confirmedEmail(claims: Readonly<Record<string, unknown>>): string | null {
  if (claims['email_verified'] !== true && claims['email_verified'] !== 'true') return null;
  return newEmailSchema.safeParse(claims['email']).data ?? null;
}

function nameOf(claims: Readonly<Record<string, unknown>>): string | null {
  return (
    nameSchema.safeParse(claims['name']).data ??
    nameSchema.safeParse(claims['preferred_username']).data ??
    null
  );
}
