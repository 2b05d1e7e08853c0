import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { answerClientError } from './client-error.js';

describe('answerClientError', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer();
    server.on('clientError', answerClientError);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => void server.close());

  it.each([
    ['garbage', 'NONSENSE\r\n\r\n', 400, 'request.malformed'],
    [
      'two content lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0',
      400,
      'request.malformed',
    ],
    [
      'endless headers',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'request.headers-too-large',
    ],
  ])(
    'answers a request that Node cannot parse with the API error body: %s',
    async (_, sent, statusCode, code) => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.write(sent);
      const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${statusCode} `));
      expect(head).toContain('application/json');
      expect(JSON.parse(body)).toEqual({ statusCode, code, message: expect.any(String) });
    },
  );

  it('answers HEAD with too long headers without a body', async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`HEAD / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1.1 431 [^]*\r\nContent-Length: [1-9][^]*\r\n\r\n$/);
  });
});
