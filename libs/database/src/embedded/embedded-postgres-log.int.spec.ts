import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, type Logger } from '@waybill/service-kit';
import { eventually } from '../testing/eventually.js';
import { EmbeddedPostgres } from './embedded-postgres.js';

const READY = 'database system is ready to accept connections';

describe('logs of the embedded PostgreSQL', () => {
  let parent: string;
  let folder: string;
  let server: EmbeddedPostgres | undefined;
  let lines: { msg: string; level: number; err?: { message: string } }[];
  let logger: Logger;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'waybill-embedded-'));
    await chmod(parent, 0o755);
    folder = join(parent, 'postgres');
    lines = [];
    logger = createLogger('test', 'info', { write: (line) => void lines.push(JSON.parse(line)) });
  });
  afterEach(async () => {
    await server?.stop();
    await rm(parent, { recursive: true });
  });

  const logged = (level: number) => lines.filter((line) => line.level >= level);
  const serverLog = (name: string) => readFile(join(folder, name), 'utf8');

  it('the death of the server and its failing restart are logged once, and the log of the dead server is kept', async () => {
    server = await EmbeddedPostgres.start({ folder, logger });
    const settings = join(folder, 'cluster', 'postgresql.auto.conf');
    const before = await readFile(settings, 'utf8');
    await writeFile(settings, `${before}nonsense = 1\n`);
    const killed = server.pid;
    process.kill(killed, 'SIGKILL');
    const attempts = new Set<number>();
    await eventually(async () => {
      attempts.add((await stat(join(folder, 'server.log'))).mtimeMs);
      expect(attempts.size).toBeGreaterThan(4);
    });
    expect(logged(40)).toMatchObject([
      { msg: 'PostgreSQL died, starting it again' },
      {
        msg: 'Starting PostgreSQL again failed',
        err: { message: expect.stringContaining('contains errors') },
      },
    ]);
    expect(await serverLog('server.log.1')).toContain(READY);
    // Each attempt empties the log.
    await eventually(async () => expect(await serverLog('server.log')).toContain('nonsense'));
    await writeFile(settings, before);
    await eventually(() => expect(server?.pid).not.toBe(killed));
    expect(logged(30).at(-1)).toMatchObject({ msg: 'PostgreSQL is running' });
  });

  it('starts that fail do not replace the log of the last server that ran', async () => {
    server = await EmbeddedPostgres.start({ folder, logger, restartOnCrash: false });
    await server.stop();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const start = EmbeddedPostgres.start({ folder, logger, settings: { shared_buffers: 'much' } });
      await expect(start).rejects.toThrow('does not start');
    }
    expect(await serverLog('server.log.1')).toContain(READY);
    expect(await serverLog('server.log')).toContain('shared_buffers');
  });
});
