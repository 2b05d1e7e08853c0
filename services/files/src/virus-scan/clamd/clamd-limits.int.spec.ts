import { gzipSync } from 'node:zlib';
import { fileInfected, openFile } from '@waybill/contracts';
import { archive, describeWithServer, EICAR, eventually, startClamd } from '@waybill/testing';
import { FilesTestApp, stranger } from '../../testing/files-test-app.js';
import { ScanFailedError } from '../virus-scanner.js';
import { ClamdScanner } from './clamd-scanner.js';

/** Compressed, because clamd finds malware also in the bytes of an archive that it does not unpack. */
const malware = { 'malware.gz': gzipSync(EICAR) };
/** Archives that hide malware beyond the limits that clamd has without settings: 17 levels, 10,000 files. */
const nested = Array.from({ length: 20 }).reduce<Buffer>((inner) => gzipSync(inner), Buffer.from(EICAR));
const harmless = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`${n}.txt`, `file ${n}`]));
const crowded = archive({ ...harmless, ...malware });

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

describeWithServer('archives beyond the limits of clamd', startClamd, (server) => {
  let files: FilesTestApp | undefined;
  afterEach(() => files?.close());

  const scan = (bytes: Buffer) => new ClamdScanner(new URL(server().url)).scan(one(bytes));

  it('an archive that clamd did not scan completely has no scan result', async () => {
    for (const bytes of [nested, crowded]) await expect(scan(bytes)).rejects.toThrow(ScanFailedError);
  });

  it('finds malware that comes before the limit in such an archive', async () => {
    await expect(scan(archive({ ...malware, ...harmless }))).resolves.toEqual({
      outcome: 'infected',
      finding: expect.stringContaining('Waybill.Test.Eicar'),
    });
  });

  it('keeps an archive that clamd did not scan completely from strangers, without calling it infected', async () => {
    const virusScan = { clamdUrl: new URL(server().url), onFailure: 'block' as const };
    const app = (files = await FilesTestApp.start({ work: true, virusScan }));
    const owner = await app.account('pro');
    const { id } = await app.upload(owner, [{ name: 'a.gz', bytes: nested, mimeType: 'application/gzip' }]);
    const later = new Date(app.clock.now().getTime() + 30_000);
    const sql = 'SELECT scan_state AS state, scan_after AS at FROM files WHERE id = $1';
    await eventually(async () =>
      expect(await app.rows(sql, [id])).toEqual([{ state: 'pending', at: later }]),
    );
    const open = { fileId: id, caller: stranger, token: null, variant: 'original' as const };
    await expect(app.request(openFile, open)).rejects.toMatchObject({ code: 'files.being-scanned' });
    expect(app.published(fileInfected)).toEqual([]);
  });
});
