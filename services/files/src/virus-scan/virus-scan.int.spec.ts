import { type AddressInfo, createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Caller, fileInfected, listFiles, openFile } from '@waybill/contracts';
import {
  archive,
  CLAMD_STREAM_MAX,
  describeWithServer,
  EICAR,
  eventually,
  startClamd,
  temporaryFolder,
} from '@waybill/testing';
import { ObjectNotFoundError } from '@waybill/storage';
import { FilesTestApp, stranger } from '../testing/files-test-app.js';
import { ClamdScanner } from './clamd/clamd-scanner.js';
import { ScanFailedError } from './virus-scanner.js';
import { VirusScanSweep } from './virus-scan.sweep.js';

const refused = (code: string) => expect.objectContaining({ code });
const eicar = Buffer.from(EICAR);
const MEBIBYTE = 1024 ** 2;

async function* pieces(size: number, piece = 100_000): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < size; sent += piece)
    yield await Promise.resolve(Buffer.alloc(Math.min(piece, size - sent), sent % 251));
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

describeWithServer('ClamdScanner', startClamd, (server) => {
  const scan = (bytes: AsyncIterable<Uint8Array>) => new ClamdScanner(new URL(server().url)).scan(bytes);

  it('the scanner is available while clamd replies', () =>
    expect(new ClamdScanner(new URL(server().url)).requireAvailable()).resolves.toBeUndefined());

  it('finds malware, and nothing in other bytes', async () => {
    expect(await scan(one(eicar))).toEqual({
      outcome: 'infected',
      finding: expect.stringContaining('Waybill.Test.Eicar'),
    });
    expect(await scan(pieces(3_000_000))).toEqual({ outcome: 'clean' });
    expect(await scan(one(Buffer.alloc(0)))).toEqual({ outcome: 'clean' });
  });

  /** `SCAN_ROUNDS=20 npx jest … virus-scan` measures with more rounds. */
  it('scans several files at once, and prints how fast', async () => {
    const rounds = Number(process.env['SCAN_ROUNDS'] ?? 2);
    const [size, atOnce] = [CLAMD_STREAM_MAX - 1, 4];
    const start = performance.now();
    for (let round = 0; round < rounds; round++) {
      const scans = Array.from({ length: atOnce }, () => scan(pieces(size)));
      for (const outcome of await Promise.all(scans)) expect(outcome).toEqual({ outcome: 'clean' });
    }
    const perSecond = (size * atOnce * rounds) / MEBIBYTE / ((performance.now() - start) / 1000);
    process.stderr.write(`Virus scan, ${atOnce} at once: ${perSecond.toFixed(0)} MiB per second\n`);
  });

  it('finds malware inside archives', async () => {
    const inner = archive({ 'malware.com': EICAR });
    for (const bytes of [inner, gzipSync(inner), gzipSync(gzipSync(inner))])
      await expect(scan(one(bytes))).resolves.toMatchObject({ outcome: 'infected' });
    await expect(scan(one(archive({ 'harmless.txt': 'x' })))).resolves.toEqual({ outcome: 'clean' });
  });

  it('fails for a stream that is longer than clamd accepts, without sending all of it', async () => {
    let sent = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        sent += 65_536;
        yield await Promise.resolve(Buffer.alloc(65_536));
      }
    }
    await expect(scan(endless())).rejects.toThrow(ScanFailedError);
    expect(sent).toBeLessThan(20 * CLAMD_STREAM_MAX);
  });
});

describe('ClamdScanner without clamd', () => {
  it('fails where nothing listens, at a host and at a socket', async () => {
    for (const url of ['tcp://127.0.0.1:1', 'unix:///no/such/socket'])
      await expect(new ClamdScanner(new URL(url)).scan(pieces(1_000_000))).rejects.toThrow(ScanFailedError);
  });

  it('speaks to a socket in the file system, and takes a broken answer for a failure', async () => {
    const folder = await temporaryFolder();
    mkdirSync(folder.path, { recursive: true });
    const path = join(folder.path, 'clamd.ctl');
    const answers = ['stream: OK\0', 'nonsense\0'];
    const server: Server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(answers.shift() ?? ''));
    });
    server.listen(path);
    await once(server, 'listening');
    const scanner = new ClamdScanner(new URL(`unix://${path}`));
    expect(await scanner.scan(one(Buffer.from('x')))).toEqual({ outcome: 'clean' });
    await expect(scanner.scan(one(Buffer.from('x')))).rejects.toThrow('nonsense');
    server.close();
    await folder.remove();
  });
});

describe('a clamd that hangs', () => {
  let silent: Server;
  let connections = 0;
  let url: URL;
  beforeEach(async () => {
    connections = 0;
    silent = createServer((socket) => {
      connections++;
      socket.on('error', () => undefined).resume();
    });
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    url = new URL(`tcp://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  });
  afterEach(() => silent.close());

  it('counts as unavailable within seconds, and immediately for the files that follow', async () => {
    const scanner = new ClamdScanner(url);
    await expect(scanner.requireAvailable()).rejects.toThrow(ScanFailedError);
    await expect(scanner.requireAvailable()).rejects.toThrow(ScanFailedError);
    expect(connections).toBe(1);
  });

  it('opens a file without its scan where that is allowed, within seconds', async () => {
    const files = await FilesTestApp.start({ work: true, virusScan: { clamdUrl: url, onFailure: 'allow' } });
    const owner = await files.account('pro');
    const { id } = await files.upload(owner, [
      { name: 'a.bin', bytes: Buffer.from('x'), mimeType: 'application/octet-stream' },
    ]);
    await eventually(() =>
      expect(
        files.request(openFile, { fileId: id, caller: stranger, token: null, variant: 'original' }),
      ).resolves.toMatchObject({ size: 1 }),
    );
    await files.close();
  });
});

describeWithServer('virus scan of uploads', startClamd, (server) => {
  let files: FilesTestApp;
  let owner: Caller;
  const startFiles = async (onFailure: 'block' | 'allow') => {
    files = await FilesTestApp.start({
      work: true,
      virusScan: { clamdUrl: new URL(server().url), onFailure },
    });
    owner = await files.account('pro');
  };
  afterEach(() => files.close());

  const upload = async (bytes: Buffer, name = 'a.bin') =>
    (await files.upload(owner, [{ name, bytes, mimeType: 'application/octet-stream' }])).id;
  const open = (fileId: string, caller: Caller) =>
    files.request(openFile, { fileId, caller, token: null, variant: 'original' });
  const stateOf = async (fileId: string) =>
    (await files.request(listFiles, { caller: owner })).files.find(({ id }) => id === fileId)?.scanState;
  const settled = (fileId: string, state: string) =>
    eventually(async () => {
      await files.get(VirusScanSweep).sweep();
      expect(await stateOf(fileId)).toBe(state);
    });

  it('opens a clean file to strangers, and keeps an infected one from everyone, its owner included', async () => {
    await startFiles('block');
    const [clean, infected] = [await upload(Buffer.from('harmless')), await upload(eicar, 'eicar.com')];
    await settled(clean, 'clean');
    await settled(infected, 'infected');
    await expect(open(clean, stranger)).resolves.toMatchObject({ size: 8 });
    for (const caller of [stranger, owner])
      await expect(open(infected, caller)).rejects.toEqual(refused('files.infected'));
    expect(files.published(fileInfected)).toEqual([
      expect.objectContaining({
        data: {
          fileId: infected,
          userId: owner.userId,
          originalName: 'eicar.com',
          finding: expect.stringContaining('Waybill.Test.Eicar'),
        },
      }),
    ]);
  });

  it('keeps a file from strangers while clamd is unavailable, and scans it once it is back', async () => {
    await startFiles('block');
    await server().kill();
    const [clean, infected] = [await upload(Buffer.from('harmless')), await upload(eicar)];
    files.clock.advance(120_000);
    await files.get(VirusScanSweep).sweep();
    await expect(open(clean, stranger)).rejects.toEqual(refused('files.being-scanned'));
    await expect(open(clean, owner)).resolves.toMatchObject({ size: 8 });
    await server().restart();
    files.clock.advance(120_000);
    await settled(clean, 'clean');
    await settled(infected, 'infected');
    await expect(open(clean, stranger)).resolves.toMatchObject({ size: 8 });
  });

  it('tries a file that clamd refuses ever less often, so that it holds up no other scan', async () => {
    await startFiles('block');
    const refusedFile = await upload(Buffer.alloc(CLAMD_STREAM_MAX + MEBIBYTE));
    const nextScan = async () => {
      const sql = 'SELECT scan_after AS at FROM files WHERE id = $1';
      const [row] = (await files.rows(sql, [refusedFile])) as { at: Date | null }[];
      return (row?.at ?? new Date(0)).getTime() - files.clock.now().getTime();
    };
    await eventually(async () => expect(await nextScan()).toBe(30_000));
    files.clock.advance(3_600_000);
    await files.get(VirusScanSweep).sweep();
    await eventually(async () => expect(await nextScan()).toBeGreaterThan(1_700_000));
  });

  it('opens a file that cannot be scanned where that is allowed, and scans it once clamd is back', async () => {
    await startFiles('allow');
    await server().kill();
    const infected = await upload(eicar);
    await settled(infected, 'skipped');
    await expect(open(infected, stranger)).resolves.toMatchObject({ size: eicar.length });
    await server().restart();
    files.clock.advance(120_000);
    await settled(infected, 'infected');
    await expect(open(infected, stranger)).rejects.toEqual(refused('files.infected'));
  });

  it('frees a file for its next scan when a scan ends because the store failed', async () => {
    await startFiles('block');
    files.store.get = () => Promise.reject(new Error('EIO'));
    const id = await upload(Buffer.from('harmless'));
    const sql = 'SELECT scan_after AS at FROM files WHERE id = $1 AND scan_started_at IS NOT NULL';
    await eventually(async () => expect(await files.rows(sql, [id])).toEqual([{ at: null }]));
  });

  it('tries a file whose bytes are lost ever less often, so that it holds up no other scan', async () => {
    await startFiles('block');
    const get = files.store.get.bind(files.store);
    files.store.get = () => Promise.reject(new ObjectNotFoundError('lost'));
    const lost = await upload(Buffer.from('harmless'));
    const sql = 'SELECT scan_after AS at FROM files WHERE id = $1';
    const later = new Date(files.clock.now().getTime() + 30_000);
    await eventually(async () => expect(await files.rows(sql, [lost])).toEqual([{ at: later }]));
    files.store.get = get;
    await settled(await upload(Buffer.from('harmless')), 'clean');
  });

  it('names the present owner and the present name of an infected file in its event', async () => {
    await startFiles('block');
    const get = files.store.get.bind(files.store);
    const next = await files.account('pro');
    files.store.get = async (...args) => {
      await files.rows("UPDATE files SET user_id = $1, original_name = 'renamed.com'", [next.userId]);
      return get(...args);
    };
    await upload(eicar, 'eicar.com');
    await eventually(() => expect(files.published(fileInfected)).toHaveLength(1));
    expect(files.published(fileInfected)[0]?.data).toMatchObject({
      userId: next.userId,
      originalName: 'renamed.com',
    });
  });
});
