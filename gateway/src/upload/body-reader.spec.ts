import { PassThrough, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { BodyReader, GATHERED_BYTES, TooLongError } from './body-reader.js';

function readerOf(body: Readable, { maxBytes = Infinity, onBytes = jest.fn() } = {}) {
  return new BodyReader(body, { maxBytes, onBytes });
}

async function sizes(reader: BodyReader): Promise<number[][]> {
  const lengths = [];
  for (let pieces = await reader.next(); pieces; pieces = await reader.next())
    lengths.push(pieces.map(({ length }) => length));
  return lengths;
}

describe('BodyReader', () => {
  it.each([
    ['no bytes', [], []],
    ['a short body', [3, 4], [[3, 4]]],
    ['exactly 256 KiB', [GATHERED_BYTES - 5, 5], [[GATHERED_BYTES - 5, 5]]],
    ['more than 256 KiB', [GATHERED_BYTES - 5, 9, 1], [[GATHERED_BYTES - 5, 9], [1]]],
    ['one long read', [2 * GATHERED_BYTES + 1, 1], [[2 * GATHERED_BYTES + 1], [1]]],
  ])('gathers %s', async (_case, sent, expected) => {
    const onBytes = jest.fn();
    const body = Readable.from(sent.map((size) => Buffer.alloc(size)));
    expect(await sizes(readerOf(body, { onBytes }))).toEqual(expected);
    expect(onBytes.mock.calls).toEqual(sent.map((size) => [size]));
  });

  it('keeps the bytes in their order and does not copy them', async () => {
    const sent = [Buffer.from('one '), Buffer.from('two')];
    const reader = readerOf(Readable.from(sent));
    const pieces = await reader.next();
    expect(pieces).toEqual(sent);
    expect(pieces?.[0]).toBe(sent[0]);
    expect(await reader.next()).toBeNull();
  });

  it('holds few buffers of a body that arrives in single bytes', async () => {
    const body = Readable.from(Array.from({ length: 600 }, () => Buffer.alloc(1)));
    expect((await sizes(readerOf(body))).map(({ length }) => length)).toEqual([256, 256, 88]);
  });

  it('fails at the first byte too many, while the body goes on', async () => {
    const body = new PassThrough();
    const reader = readerOf(body, { maxBytes: 5 });
    const next = reader.next();
    body.write('sixths');
    await expect(next).rejects.toThrow(TooLongError);
  });

  it('reads no more while its consumer has bytes left to take', async () => {
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
    expect(String(reader.rest()?.[0])).toBe('arrived');
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
