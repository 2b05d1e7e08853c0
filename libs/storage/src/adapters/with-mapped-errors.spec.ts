import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { withMappedErrors } from './with-mapped-errors.js';

describe('withMappedErrors', () => {
  it('fails the reader of a connection that broke before the first read, and does not end the process', async () => {
    const response = new PassThrough();
    const stream = withMappedErrors(response);
    response.destroy(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }));
    await once(response, 'close').catch(() => undefined);
    await expect(buffer(stream)).rejects.toMatchObject({ code: 'server.unavailable' });
  });

  it('destroys a response that is not read to its end', async () => {
    const [unread, started] = [new PassThrough(), new PassThrough()];
    withMappedErrors(unread).destroy();
    started.write('piece');
    const stream = withMappedErrors(started);
    for await (const piece of stream) {
      expect(String(piece)).toBe('piece');
      break;
    }
    expect([unread.destroyed, started.destroyed]).toEqual([true, true]);
  });

  it('holds back a response whose reader is slow', async () => {
    const response = new PassThrough({ highWaterMark: 10 });
    const stream = withMappedErrors(response);
    const read = stream[Symbol.asyncIterator]();
    response.write('0123456789');
    await read.next();
    expect(response.write('0123456789')).toBe(false);
    await nextTurn();
    expect([response.readableLength, stream.readableLength]).toEqual([10, 0]);
  });
});
