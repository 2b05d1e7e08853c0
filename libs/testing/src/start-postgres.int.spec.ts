import { Client } from 'pg';
import { startPostgres } from './start-postgres.js';

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('startPostgres', () => {
  it('creates a separate database for each call', async () => {
    const [one, other] = await Promise.all([startPostgres(), startPostgres()]);
    await query(one.url, 'CREATE TABLE parcels (id int)');
    await expect(query(other.url, 'SELECT * FROM parcels')).rejects.toThrow('does not exist');
    await Promise.all([one.stop(), other.stop()]);
  });

  it('drops the database on stop despite open connections', async () => {
    const database = await startPostgres();
    const client = new Client({ connectionString: database.url });
    const lost = new Promise((resolve) => client.on('error', resolve));
    await client.connect();
    await database.stop();
    await lost;
    await expect(query(database.url, 'SELECT 1')).rejects.toThrow('does not exist');
  });
});
