import { type Caller, userDeleted } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { HashSendersOfFiles1795679000000 } from '../database/migrations/1795679000000-hash-senders-of-files.js';
import { FileRequestTestKit } from '../testing/file-request-test-kit.js';
import { FilesTestApp } from '../testing/files-test-app.js';
import { queueKeyOf } from './queue-key.js';

describe('files that an account sent to the file request of another', () => {
  let files: FilesTestApp;
  let sender: Caller & { userId: string };
  let kit: FileRequestTestKit;

  beforeAll(async () => void (files = await FilesTestApp.start()));
  afterAll(() => files.close());
  beforeEach(async () => {
    sender = { ...(await files.account('free')), userId: crypto.randomUUID() };
    kit = new FileRequestTestKit(files, await files.account('pro'));
  });

  /** Names of all tables with a row that contains the text. */
  async function tablesWith(text: string): Promise<string[]> {
    const tables = (await files.rows(
      `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema`,
    )) as { name: string }[];
    expect(tables.length).toBeGreaterThan(20);
    const found = await Promise.all(
      tables.map(async ({ name }) => {
        const rows = await files.rows(`SELECT FROM ${name} AS row WHERE strpos(row::text, $1) > 0`, [text]);
        return rows.length > 0 ? [name] : [];
      }),
    );
    return found.flat().sort();
  }

  const sharesOf = async (fileId: string) =>
    (await files.rows('SELECT preview_share AS share FROM files WHERE id = $1', [fileId])) as {
      share: string;
    }[];

  it.each([
    ['of its own', '203.0.113.7'],
    ['that many share', '10.0.0.1'],
  ])('keep nothing of the deleted account of their sender with an address %s', async (_, address) => {
    const { slug } = await kit.make();
    const fileId = await kit.send(slug, { ...sender, address });
    await kit.begin(slug, { ...sender, address });
    expect(await tablesWith(sender.userId)).toEqual(['resumable_uploads']);
    const { userId } = sender;
    await files.publish(userDeleted, userId, { userId });
    expect(await tablesWith(userId)).toEqual([]);
    expect(await kit.filesOf()).toEqual([expect.objectContaining({ id: fileId })]);
  });

  it('files name their sender by a hash after the migration, also if the version before wrote them during an upgrade', async () => {
    const { slug } = await kit.make();
    const [before, during] = [await kit.begin(slug, sender), await kit.begin(slug, sender)];
    const expected = [{ share: queueKeyOf(sender, [Buffer.alloc(32, 7)]) }];
    const [network] = expected[0]!.share.split(' ').slice(1);
    await files.rows(`UPDATE uploads SET preview_share = $2 WHERE id = ANY($1)`, [
      [before, during],
      `${sender.userId} ${network}`,
    ]);
    const runner = files.get(DataSource).createQueryRunner();
    const migration = new HashSendersOfFiles1795679000000();
    await migration.down(runner);
    await kit.finish(before, sender);
    expect(await sharesOf(before)).toEqual([{ share: `${sender.userId} ${network}` }]);
    await migration.up(runner);
    await runner.release();
    await kit.finish(during, sender);
    expect([await sharesOf(before), await sharesOf(during)]).toEqual([expected, expected]);
  });
});
