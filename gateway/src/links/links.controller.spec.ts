import { Bus } from '@waybill/bus/client';
import type { LinkSettings, RequestContract } from '@waybill/contracts';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

const ID = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';
/** The longest list that the contract allows, of characters that take three bytes. */
const longest = Array.from({ length: 1000 }, (_, at) => `${at}@`.padEnd(250, '会') + '.org');

/** The files service. Records the lists of the links that it creates and changes. */
class Files extends Bus {
  readonly lists: unknown[] = [];

  async request(_request: RequestContract, input: unknown): Promise<never> {
    this.lists.push((input as { settings: LinkSettings }).settings.allowedEmails);
    return { firstOf: null, slug: 'abc' } as never;
  }
}

describe('LinksController', () => {
  let gateway: GatewayUnderTest;
  const files = new Files();
  beforeAll(async () => void (gateway = await startGatewayUnderTest(files)));
  afterAll(() => gateway.close());
  beforeEach(() => files.lists.splice(0));

  it.each([
    ['POST', '/api/files/{id}/links'],
    ['POST', '/api/bundles/{id}/links'],
    ['PUT', '/api/links/{id}'],
  ])('accepts 1,000 allowed addresses of the greatest length at %s %s', async (method, path) => {
    const send = async (allowedEmails: string[]) => {
      const response = await fetch(gateway.url + path.replace('{id}', ID), {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ allowedEmails }),
      });
      return response.status;
    };
    expect(await send(longest)).toBe(method === 'POST' ? 201 : 200);
    expect(files.lists).toEqual([longest]);
    expect(await send([...longest, 'one@more.example'])).toBe(400);
    expect(await send([...longest, ...longest])).toBe(413);
  });
});
