import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { abortable } from './abortable.js';

function endless(): Readable {
  return new Readable({ read: () => undefined });
}

async function* counting(closed: () => void) {
  try {
    for (let n = 0; ; n++) yield Buffer.of(n);
  } finally {
    closed();
  }
}

describe('abortable', () => {
  it('passes on every chunk and removes its listener', async () => {
    const { signal } = new AbortController();
    const got = [];
    for await (const chunk of abortable(Readable.from([Buffer.of(1), Buffer.of(2)]), signal))
      got.push(chunk[0]);
    expect(got).toEqual([1, 2]);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('works without a signal', async () => {
    expect(await buffer(abortable(Readable.from([Buffer.of(1)]), undefined))).toEqual(Buffer.of(1));
  });

  it('throws the reason during a wait and destroys the stream', async () => {
    const controller = new AbortController();
    const body = endless();
    const next = abortable(body, controller.signal).next();
    controller.abort(new Error('too slow'));
    await expect(next).rejects.toThrow('too slow');
    expect(body.destroyed).toBe(true);
  });

  it('reads no more chunks once aborted', async () => {
    const controller = new AbortController();
    const closed = jest.fn();
    const chunks = abortable(counting(closed), controller.signal);
    await chunks.next();
    controller.abort(new Error('enough'));
    await expect(chunks.next()).rejects.toThrow('enough');
    expect(closed).toHaveBeenCalled();
  });

  it('closes the body when its consumer stops', async () => {
    const closed = jest.fn();
    for await (const chunk of abortable(counting(closed), undefined)) if (chunk[0] === 3) break;
    expect(closed).toHaveBeenCalled();
  });

  it('throws the error of the body', async () => {
    const body = endless();
    const next = abortable(body, new AbortController().signal).next();
    body.destroy(new Error('connection reset'));
    await expect(next).rejects.toThrow('connection reset');
  });

  it('ignores an error of the body after the abort', async () => {
    const controller = new AbortController();
    let fail: (error: Error) => void = () => undefined;
    const body = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<never>((_, reject) => (fail = reject)),
        return: () => Promise.reject(new Error('cannot close')),
      }),
    };
    const next = abortable(body, controller.signal).next();
    controller.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
    fail(new Error('too late to matter'));
    await setImmediate();
  });
});
