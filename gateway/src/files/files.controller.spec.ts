import { Bus } from '@waybill/bus/client';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

const ID = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';

/** The files service. Records the tokens of its requests. */
class Files extends Bus {
  readonly tokens: unknown[] = [];

  async request(_request: unknown, input: unknown): Promise<never> {
    this.tokens.push((input as { token?: unknown }).token);
    return {} as never;
  }
}

describe('the token of a link', () => {
  let gateway: GatewayUnderTest;
  const files = new Files();
  beforeAll(async () => {
    gateway = await startGatewayUnderTest(files);
  });
  afterAll(() => gateway.close());
  beforeEach(() => files.tokens.splice(0));

  it.each(['', '/metadata', '/check-protection'])(
    'reaches the gates of GET /api/files/{id}%s, in the header and in the query',
    async (path) => {
      const url = `${gateway.url}/api/files/${ID}${path}`;
      await fetch(url, { headers: { 'x-verification-token': 'one' } });
      await fetch(`${url}?token=two`);
      await fetch(url);
      expect(files.tokens).toEqual(['one', 'two', null]);
    },
  );

  it('reaches the gates of the check of a password', async () => {
    await fetch(`${gateway.url}/api/files/${ID}/verify-password`, {
      method: 'POST',
      headers: { 'x-verification-token': 'one', 'content-type': 'application/json' },
      body: JSON.stringify({ password: 'sesame' }),
    });
    expect(files.tokens).toEqual(['one']);
  });
});
