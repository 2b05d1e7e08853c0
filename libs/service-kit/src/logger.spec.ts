import { Writable } from 'node:stream';
import { runInContext } from './call-context.js';
import { createLogger } from './logger.js';

function collecting() {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { lines, logger: createLogger('test', 'info', destination) };
}

describe('createLogger', () => {
  it('adds the correlation id of the call to every line', () => {
    const { lines, logger } = collecting();
    runInContext({ correlationId: 'call-1' }, () => logger.info('hello'));
    expect(JSON.parse(lines[0]!)).toMatchObject({ service: 'test', correlationId: 'call-1', msg: 'hello' });
  });

  it('adds the trace id and span id of the call', () => {
    const { lines, logger } = collecting();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    runInContext({ correlationId: 'call-1', traceparent }, () => logger.info('hello'));
    expect(JSON.parse(lines[0]!)).toMatchObject({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
    });
  });

  it.each(['password', 'token', 'sessionToken', 'wrappedKey', 'cookie'])('hides the field %s', (name) => {
    const { lines, logger } = collecting();
    logger.info({ [name]: 'secret', request: { [name]: 'secret', headers: { [name]: 'secret' } } }, 'hello');
    expect(lines.join('')).not.toContain('secret');
  });

  it('logs the address of each server that refuses a connection', () => {
    const { lines, logger } = collecting();
    const reasons = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:5432`));
    logger.warn({ err: Object.assign(new AggregateError(reasons), { code: 'ECONNREFUSED' }) }, 'hello');
    expect(JSON.parse(lines[0]!)).toMatchObject({
      err: { message: 'connect ECONNREFUSED ::1:5432, connect ECONNREFUSED 127.0.0.1:5432' },
    });
  });

  it('logs type, message, code and cause of an error, and none of its other properties', () => {
    const { lines, logger } = collecting();
    const error = Object.assign(new Error('lost', { cause: new Error('why') }), {
      code: '57P01',
      client: { password: 'secret' },
    });
    logger.warn({ err: error }, 'hello');
    expect(JSON.parse(lines[0]!)).toMatchObject({
      err: { type: 'Error', message: 'lost', code: '57P01', cause: { message: 'why' } },
    });
    expect(lines[0]).not.toContain('secret');
  });
});
