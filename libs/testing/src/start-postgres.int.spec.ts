import { randomUUID } from 'node:crypto';
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

  it('fills a template once, and each call gets a copy of its own', async () => {
    const fill = jest.fn((url: string) => query(url, 'CREATE TABLE crates AS SELECT 7 AS id').then(() => {}));
    const content = { key: randomUUID(), fill };
    const [one, other] = await Promise.all([startPostgres(content), startPostgres(content)]);
    await query(one.url, 'DELETE FROM crates');
    const [third, empty] = await Promise.all([startPostgres(content), startPostgres()]);
    expect(await query(other.url, 'SELECT id FROM crates')).toEqual([{ id: 7 }]);
    expect(await query(third.url, 'SELECT id FROM crates')).toEqual([{ id: 7 }]);
    await expect(query(empty.url, 'SELECT id FROM crates')).rejects.toThrow('does not exist');
    expect(fill).toHaveBeenCalledTimes(1);
    await Promise.all([one, other, third, empty].map((database) => database.stop()));
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
