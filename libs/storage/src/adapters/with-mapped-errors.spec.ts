import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { withMappedErrors } from './with-mapped-errors.js';

describe('withMappedErrors', () => {
  it('fails the reader of a connection that broke before the first read, and does not end the process', async () => {
    const response = new PassThrough();
    const stream = withMappedErrors(response);
    response.destroy(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }));
    await new Promise((resolve) => stream.once('close', resolve));
    await expect(buffer(stream)).rejects.toMatchObject({ code: 'server.unavailable' });
  });
});
