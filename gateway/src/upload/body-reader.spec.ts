import { PassThrough, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { BodyReader, GATHERED_BYTES, TooLongError } from './body-reader.js';

function readerOf(body: Readable, { announced = Infinity, maxBytes = Infinity, onBytes = jest.fn() } = {}) {
  return new BodyReader(body, { announced, maxBytes, onBytes });
}

async function sizes(reader: BodyReader): Promise<number[]> {
  const lengths = [];
  for (let chunk = await reader.next(); chunk; chunk = await reader.next()) lengths.push(chunk.length);
  return lengths;
}

describe('BodyReader', () => {
  it.each([
    ['no bytes', [], []],
    ['a short body', [3, 4], [7]],
    ['exactly one buffer', [GATHERED_BYTES - 5, 5], [GATHERED_BYTES]],
    ['bytes over the end of a buffer', [GATHERED_BYTES - 5, 9], [GATHERED_BYTES, 4]],
    ['more than two buffers at once', [2 * GATHERED_BYTES + 1], [GATHERED_BYTES, GATHERED_BYTES, 1]],
  ])('gathers %s into buffers', async (_case, sent, expected) => {
    const onBytes = jest.fn();
    const body = Readable.from(sent.map((size) => Buffer.alloc(size)));
    expect(await sizes(readerOf(body, { onBytes }))).toEqual(expected);
    expect(onBytes.mock.calls).toEqual(sent.map((size) => [size]));
  });

  it('keeps the bytes in their order', async () => {
    const reader = readerOf(Readable.from([Buffer.from('one '), Buffer.from('two')]));
    expect(String(await reader.next())).toBe('one two');
    expect(await reader.next()).toBeNull();
  });

  it('takes a buffer of the announced size for a small body', async () => {
    const reader = readerOf(Readable.from([Buffer.from('four')]), { announced: 4 });
    expect((await reader.next())?.buffer.byteLength).toBe(4);
    expect(await reader.next()).toBeNull();
  });

  it('returns more bytes than were announced', async () => {
    const sent = [Buffer.from('four'), Buffer.from('and more')];
    const reader = readerOf(Readable.from(sent), { announced: 4 });
    expect(await sizes(reader)).toEqual([4, 8]);
  });

  it('fails at the first byte too many, while the body goes on', async () => {
    const body = new PassThrough();
    const reader = readerOf(body, { maxBytes: 5 });
    const next = reader.next();
    body.write('sixths');
    await expect(next).rejects.toThrow(TooLongError);
  });

  it('reads no more while its consumer has a buffer left to take', async () => {
    const body = new PassThrough({ highWaterMark: 1 });
    const onBytes = jest.fn();
    const reader = readerOf(body, { onBytes });
    const next = reader.next();
    body.write(Buffer.alloc(GATHERED_BYTES));
    await next;
    body.write(Buffer.alloc(10));
    await setImmediate();
    expect(onBytes).toHaveBeenCalledTimes(1);
  });

  it('fails with the error of the body, and still has what arrived before', async () => {
    const body = new PassThrough();
    const reader = readerOf(body);
    const next = reader.next();
    body.write('arrived');
    await setImmediate();
    body.destroy(new Error('reset'));
    await expect(next).rejects.toThrow('reset');
    expect(String(reader.rest())).toBe('arrived');
    expect(reader.rest()).toBeNull();
  });

  it('fails when the body is closed before its end', async () => {
    const body = new PassThrough();
    const next = readerOf(body).next();
    body.destroy();
    await expect(next).rejects.toThrow('closed before its end');
  });

  it('fails for a body that was closed before', async () => {
    const body = new PassThrough();
    body.destroy();
    await setImmediate();
    await expect(readerOf(body).next()).rejects.toThrow('closed before its end');
  });

  it('leaves the rest of the body to others', async () => {
    const body = new PassThrough();
    const reader = readerOf(body);
    const next = reader.next();
    body.write(Buffer.alloc(GATHERED_BYTES));
    await next;
    reader.close();
    body.end('the rest');
    expect(String(Buffer.concat(await body.toArray()))).toContain('the rest');
  });
});
