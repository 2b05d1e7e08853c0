import { Signer } from '@fastify/cookie';
import { Bus } from '@waybill/bus/client';
import {
  AppError,
  type Caller,
  checkProtection,
  checkSession,
  checkToken,
  type ErrorCode,
  getBundleMetadata,
  getFileMetadata,
  getLinkSlug,
  type RequestContract,
  type TokenScope,
} from '@waybill/contracts';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';
import { tokenHolder, USER_ID } from '../testing/token-holder.js';

const ID = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';
const { user } = tokenHolder.holder;
const BROWSER_ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const sessionSecret = randomBytes(32);
const browserSigner = new Signer(createHmac('sha256', sessionSecret).update('browser-cookie').digest('hex'));
const browser = (id: string) => ({ cookie: `waybill_browser=${browserSigner.sign(id)}` });
const ada = { cookie: 'waybill_session=ada' };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

interface Input {
  readonly token?: string;
  readonly sessionToken?: string;
  readonly caller?: Caller;
}

/**
 * The services around one file of Ada and of an anonymous browser. The scope of a token is its text; the token
 * `revoked` is unknown.
 */
class Services extends Bus {
  /** The error that strangers get for the file. */
  refusal: ErrorCode = 'files.not-found';
  readonly requests: string[] = [];

  async request({ name }: RequestContract, input: unknown): Promise<never> {
    this.requests.push(name);
    return this.reply(name, input as Input) as never;
  }

  private reply(name: string, input: Input): object {
    switch (name) {
      case checkToken.name:
        return { holder: input.token === 'revoked' ? null : { user, scopes: [input.token as TokenScope] } };
      case checkSession.name:
        return { user: input.sessionToken === 'ada' ? user : null };
      case getFileMetadata.name:
      case checkProtection.name:
        if (input.caller?.userId !== USER_ID && input.caller?.browserId !== BROWSER_ID)
          throw new AppError(this.refusal);
        return {};
      case getBundleMetadata.name:
        throw new AppError('bundles.not-found');
      case getLinkSlug.name:
        throw new AppError('links.not-found');
      default:
        return { contentType: 'image/png', base64: '' };
    }
  }
}

const calls = [`/api/files/${ID}/metadata`, `/api/files/${ID}/check-protection`, `/api/qr-code/${ID}`];
const routes = calls.map((path) => [path.replace(ID, '{id}'), path] as const);

describe('DeferredSessionService', () => {
  let gateway: GatewayUnderTest;
  let services: Services;
  beforeEach(async () => {
    services = new Services();
    gateway = await startGatewayUnderTest(services, { sessionSecrets: [sessionSecret] });
  });
  afterEach(() => gateway.close());

  const statusOf = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(gateway.url + path, { headers })).status;

  it.each(routes)('refuses an unknown or revoked access token with 401 at GET %s', async (_route, path) => {
    const response = await fetch(gateway.url + path, { headers: bearer('revoked') });
    expect([response.status, await response.json()]).toEqual([
      401,
      expect.objectContaining({ code: 'auth.invalid-token' }),
    ]);
  });

  it.each(routes)(
    'opens a file whose first link is off to a token of its owner with the scope read at GET %s',
    async (_route, path) => {
      expect(await statusOf(path, bearer('read'))).toBe(200);
      expect(await statusOf(path, bearer('manage'))).toBe(404);
    },
  );

  it.each(routes)('ignores the session cookie beside an access token at GET %s', async (_route, path) => {
    expect(await statusOf(path, ada)).toBe(200);
    expect(await statusOf(path, { ...ada, ...bearer('upload') })).toBe(404);
    expect(await statusOf(path, { ...ada, ...bearer('revoked') })).toBe(401);
  });

  it.each(routes)(
    'opens a file that waits for its virus scan to its owner at GET %s',
    async (route, path) => {
      services.refusal = 'files.being-scanned';
      expect(await statusOf(path, ada)).toBe(200);
      expect(await statusOf(path, bearer('read'))).toBe(200);
      // A QR code has only the address.
      expect(await statusOf(path)).toBe(route.includes('qr-code') ? 200 : 409);
    },
  );

  it.each(routes)(
    'opens a file whose first link is off to the browser that uploaded it at GET %s',
    async (_, path) => {
      expect(await statusOf(path, browser(BROWSER_ID))).toBe(200);
      expect(await statusOf(path, browser(randomUUID()))).toBe(404);
      expect(await statusOf(path)).toBe(404);
    },
  );

  it('sends auth no request where strangers get the same answer', async () => {
    services.refusal = 'files.expired';
    for (const path of calls) expect(await statusOf(path, ada)).toBe(410);
    services.refusal = 'files.being-scanned';
    expect(await statusOf(`/api/qr-code/${ID}`, ada)).toBe(200);
    expect(services.requests).not.toContain(checkSession.name);
    expect(services.requests).not.toContain(checkToken.name);
  });
});
