import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';

/** A person at the provider. */
export interface ProviderPerson {
  readonly sub: string;
  readonly name?: string;
  readonly email?: string;
  readonly email_verified?: boolean;
}

const CLIENT_ID = 'waybill';
const MAX_REDIRECTS = 10;

/** A real OpenID Connect provider. It signs every visitor in as `person`, without a prompt. */
export class OidcProviderUnderTest {
  /** The person who signs in next; null refuses the sign-in. */
  person: ProviderPerson | null = null;
  readonly clientId = CLIENT_ID;
  readonly clientSecret = randomBytes(24).toString('base64url');

  private constructor(
    private server: Server,
    readonly issuer: string,
  ) {}

  /** @param redirectUris callback URLs; without any, call `allow` afterwards */
  static async start(...redirectUris: string[]): Promise<OidcProviderUnderTest> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
    const started = new OidcProviderUnderTest(server, issuer);
    if (redirectUris.length > 0) started.allow(...redirectUris);
    return started;
  }

  /** Starts to serve the provider, for a client with these callback URLs. */
  allow(...redirectUris: string[]): void {
    const handle = this.createProvider(redirectUris).callback();
    this.server.on('request', (request, response) => void handle(request, response));
  }

  /** Follows an authorization URL as a browser does. @returns the callback URL with the provider's response */
  async visit(url: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let next = new URL(url);
    for (let redirects = 0; redirects < MAX_REDIRECTS; redirects++) {
      if (next.origin !== new URL(this.issuer).origin) return next;
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const location = response.headers.get('location');
      if (location === null)
        throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
      next = new URL(location, next);
    }
    throw new Error('The provider redirected too often');
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private createProvider(redirectUris: string[]): Provider {
    const people = new Map<string, ProviderPerson>();
    const provider: Provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: this.clientId,
          client_secret: this.clientSecret,
          redirect_uris: redirectUris,
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      pkce: { required: () => true },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: () => ({ ...people.get(sub), sub }),
      }),
      loadExistingGrant: async (context: KoaContextWithOIDC) => {
        const { client, session } = context.oidc;
        const grant = new provider.Grant({
          clientId: client?.clientId ?? '',
          accountId: session?.accountId ?? '',
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    provider.use(async (context, next) => {
      if (!context.path.startsWith('/interaction/')) {
        await next();
        return;
      }
      const { person } = this;
      if (person) people.set(person.sub, person);
      const result = person
        ? { login: { accountId: person.sub, remember: false } }
        : { error: 'access_denied', error_description: 'The person said no' };
      await provider.interactionFinished(context.req, context.res, result);
      context.respond = false;
    });
    return provider;
  }
}
