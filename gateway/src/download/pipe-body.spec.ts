import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable, Writable } from 'node:stream';
import { TransferPace } from '../limits/transfer-pace.js';
import { looseLimits } from '../testing/traffic-limits.js';
import { pipeBody } from './pipe-body.js';

const pace = new TransferPace(looseLimits());

function response(received: Buffer[] = []): Writable & ServerResponse {
  const sink = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _encoding, done) {
      received.push(Buffer.from(chunk));
      done();
    },
  });
  return sink as Writable & ServerResponse;
}

describe('pipeBody', () => {
  it('sends all bytes in order', async () => {
    const received: Buffer[] = [];
    await pipeBody(Readable.from([Buffer.from('one'), Buffer.from('two')]), response(received), pace);
    expect(Buffer.concat(received).toString()).toBe('onetwo');
  });

  it('closes the file when the client disconnected before the first byte', async () => {
    const body = Readable.from([Buffer.alloc(10), Buffer.alloc(10)]);
    const disconnected = response();
    disconnected.destroy();
    await once(disconnected, 'close');
    await pipeBody(body, disconnected, pace);
    expect(body.destroyed).toBe(true);
  });

  it('closes the connection when the body fails, so that a part is not mistaken for the whole', async () => {
    const client = response();
    const body = Readable.from(
      (function* () {
        yield Buffer.alloc(10);
        throw new Error('altered');
      })(),
    );
    await expect(pipeBody(body, client, pace)).rejects.toThrow('altered');
    expect(client.destroyed).toBe(true);
  });
});
