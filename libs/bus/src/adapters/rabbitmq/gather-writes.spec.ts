import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gatherWrites } from './gather-writes.js';

describe('gatherWrites', () => {
  let sent: string[][];
  let socket: Writable;

  beforeEach(() => {
    sent = [];
    socket = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        sent.push([chunk.toString()]);
        done();
      },
      writev: (chunks, done) => {
        sent.push(chunks.map(({ chunk }) => String(chunk)));
        done();
      },
      highWaterMark: 4,
    });
    gatherWrites(socket);
  });

  it('sends what is written to RabbitMQ in one turn of the event loop together, in its order', async () => {
    for (const message of ['a', 'b', 'c']) socket.write(message);
    await nextTurn();
    for (const message of ['d', 'e']) socket.write(message);
    await nextTurn();
    expect(sent).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
  });

  it('still asks the writer to pause when the buffer of the socket is full', async () => {
    const drained = jest.fn();
    socket.on('drain', drained);
    expect(socket.write('abc')).toBe(true);
    expect(socket.write('def')).toBe(false);
    await nextTurn();
    expect(sent).toEqual([['abc', 'def']]);
    expect(drained).toHaveBeenCalledTimes(1);
  });

  it('sends what was written right before the end of the connection', async () => {
    socket.write('a');
    socket.write('b');
    socket.end();
    await nextTurn();
    expect(sent).toEqual([['a', 'b']]);
    expect(socket.writableFinished).toBe(true);
  });
});
