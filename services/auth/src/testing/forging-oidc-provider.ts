import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Claims = Readonly<Record<string, unknown>>;

/** An OpenID Connect provider, or a server that poses as one, whose answers a test changes. */
export class ForgingOidcProvider {
  readonly clientId = 'waybill';
  /** Claims that replace those of a right ID token. */
  forged: Claims = {};
  /** Claims of the UserInfo endpoint. */
  userInfo: Claims = {};
  algorithm: 'RS256' | 'none' = 'RS256';
  private readonly key = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private readonly codes = new Map<string, { nonce: string; challenge: string }>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ForgingOidcProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const provider = new ForgingOidcProvider(server);
    server.on('request', (request, response) => {
      void provider.answer(request).then(({ status = 200, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
    });
    return provider;
  }

  get issuer(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** Signs a person in for the page that Waybill redirected to. @returns the answer in the address of the callback */
  authorize(page: string): { code: string; state: string; iss: string } {
    const { searchParams } = new URL(page);
    const read = (name: string) => searchParams.get(name) ?? '';
    const code = randomUUID();
    this.codes.set(code, { nonce: read('nonce'), challenge: read('code_challenge') });
    return { code, state: read('state'), iss: this.issuer };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage): Promise<{ status?: number; body: unknown }> {
    const { issuer } = this;
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return {
          body: {
            issuer,
            authorization_endpoint: `${issuer}/authorize`,
            token_endpoint: `${issuer}/token`,
            userinfo_endpoint: `${issuer}/userinfo`,
            jwks_uri: `${issuer}/keys`,
            authorization_response_iss_parameter_supported: true,
          },
        };
      case '/token':
        return this.redeem(new URLSearchParams(await text(request)));
      case '/userinfo':
        return { body: this.userInfo };
      default:
        return { status: 404, body: {} };
    }
  }

  private redeem(form: URLSearchParams): { status?: number; body: unknown } {
    const code = form.get('code') ?? '';
    const issued = this.codes.get(code);
    this.codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (issued?.challenge !== challenge) return { status: 400, body: { error: 'invalid_grant' } };
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: this.issuer,
      aud: this.clientId,
      sub: 'ada',
      nonce: issued.nonce,
      iat: now,
      exp: now + 300,
      email: 'ada@example.org',
      email_verified: true,
      name: 'Ada Lovelace',
      ...this.forged,
    };
    return { body: { access_token: randomUUID(), token_type: 'bearer', id_token: this.signed(claims) } };
  }

  private signed(claims: Claims): string {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const content = `${encode({ alg: this.algorithm, typ: 'JWT' })}.${encode(claims)}`;
    if (this.algorithm === 'none') return `${content}.`;
    return `${content}.${sign('sha256', Buffer.from(content), this.key.privateKey).toString('base64url')}`;
  }
}
