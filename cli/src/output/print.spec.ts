import { Writable } from 'node:stream';
import { ignoreLostRemarks } from './print.js';

it('goes on when nobody reads standard error any more', async () => {
  const write = jest.fn((_chunk, _encoding, done: (error: Error) => void) => done(new Error('EPIPE')));
  const errors = new Writable({ write });
  ignoreLostRemarks(errors);
  errors.write('50 %');
  await new Promise(setImmediate);
  expect(write).toHaveBeenCalledTimes(1);
});
