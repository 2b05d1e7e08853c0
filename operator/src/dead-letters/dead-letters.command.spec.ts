import { InProcessTransport } from '@waybill/bus';
import { deadLetters } from './dead-letters.command.js';

describe('the command dead-letters', () => {
  const environment = process.env;
  beforeEach(() => {
    process.env = { DATABASE_URL: 'postgres://localhost/waybill' };
  });
  afterEach(() => {
    process.env = environment;
    jest.restoreAllMocks();
  });

  it('names the addresses of a server that refuses connections', async () => {
    const reasons = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:5432`));
    const refused = Object.assign(new AggregateError(reasons), { code: 'ECONNREFUSED' });
    jest.spyOn(InProcessTransport, 'open').mockRejectedValue(refused);
    await expect(deadLetters(['list'])).rejects.toThrow(
      'connect ECONNREFUSED ::1:5432, connect ECONNREFUSED 127.0.0.1:5432.',
    );
  });

  it('refuses a service that does not exist, instead of finding no dead letters of it', async () => {
    const open = jest.spyOn(InProcessTransport, 'open').mockRejectedValue(new Error('opened'));
    await expect(deadLetters(['list', '--service', 'flies'])).rejects.toThrow(
      'There is no service flies. There are: auth, files,',
    );
    expect(open).not.toHaveBeenCalled();
  });
});
