import { EmbeddedPostgres } from '@waybill/database';
import { ConfigurationError } from '@waybill/service-kit';
import { withEmptyDatabase } from './empty-database.js';

describe('the empty database of a verification', () => {
  afterEach(() => jest.restoreAllMocks());

  it('a verification uses the given empty database, without a PostgreSQL of its own', async () => {
    const start = jest.spyOn(EmbeddedPostgres, 'start');
    const url = 'postgres://host/verify';
    expect(await withEmptyDatabase(url, (given) => Promise.resolve(given))).toBe(url);
    expect(start).not.toHaveBeenCalled();
  });

  it('a verification needs --database where PostgreSQL cannot be embedded, as in the image of the tools', async () => {
    const reason = 'DATABASE_URL is not set, and there is no PostgreSQL to bring along for linux on x64.';
    jest.spyOn(EmbeddedPostgres, 'start').mockRejectedValue(new ConfigurationError(reason));
    await expect(withEmptyDatabase(undefined, () => Promise.resolve())).rejects.toThrow(
      'There is no embedded PostgreSQL here: give an empty database with --database postgres://….',
    );
  });
});
