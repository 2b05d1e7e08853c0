import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort, isProcessRunning, temporaryFolder } from '@waybill/testing';
import type { Environment } from '../support/environment.js';
import { spawnWaybill, Standalone } from '../support/standalone.js';

const ROOT = join(__dirname, '../../..');

/** Runs a start that must be refused. @returns output and exit code */
async function refusedStart(environment: Environment): Promise<{ output: string; code: number | null }> {
  const child = spawnWaybill(environment);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { output: output.trim(), code };
}

describe('start with invalid settings', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waybill-start-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it.each<[string, Environment, RegExp]>([
    ['an invalid port', { PORT: 'http' }, /^PORT must be a port number\.$/],
    ['an invalid public address', { PUBLIC_URL: 'example.com' }, /^PUBLIC_URL must be an address/],
    ['a key that is too short', { ENCRYPTION_KEY: 'c2hvcnQ=' }, /^ENCRYPTION_KEY .*32 random bytes/],
    [
      'a session secret that is too short',
      { SESSION_SECRET: 'c2hvcnQ=' },
      /^SESSION_SECRET must be 32 random bytes/,
    ],
    ['an invalid date', { PROMOTION_ENDS_AT: 'soon' }, /^PROMOTION_ENDS_AT /],
    ['an invalid proxy', { TRUST_PROXY: 'everyone' }, /^TRUST_PROXY must be/],
    [
      'a database address of another kind',
      { DATABASE_URL: 'mysql://localhost/x' },
      /^DATABASE_URL must be an address/,
    ],
    [
      'a message bus of another kind',
      { RABBITMQ_URL: 'http://localhost' },
      /^RABBITMQ_URL must be an address/,
    ],
    ['a Redis of another kind', { REDIS_URL: 'http://localhost' }, /^REDIS_URL must be an address/],
    [
      'an incomplete object store',
      { S3_ENDPOINT: 'http://localhost:9000' },
      /^S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY are not set/,
    ],
    [
      'an incomplete payment provider',
      { STRIPE_SECRET_KEY: 'sk_test_x' },
      /^STRIPE_WEBHOOK_SECRET is not set, but needed/,
    ],
  ])('a start with invalid settings is refused in one sentence: %s', async (_, environment, sentence) => {
    const { output, code } = await refusedStart({ DATA_DIR: join(folder, 'data'), ...environment });
    expect(code).toBe(1);
    expect(output).toMatch(sentence);
    expect(output.split('\n')).toHaveLength(1);
  });

  it('a start is refused in one sentence when the data folder cannot be created', async () => {
    await writeFile(join(folder, 'file'), '');
    const { output, code } = await refusedStart({ DATA_DIR: join(folder, 'file', 'data') });
    expect(code).toBe(1);
    expect(output).toMatch(/^DATA_DIR: the data folder .* cannot be written/);
  });
});

describe('a Waybill that is ended while it starts', () => {
  it.each([
    ['creates its database', 'postgres/cluster.new'],
    ['migrates its database', 'postgres/cluster/postmaster.pid'],
  ])('exits with code 0 and leaves no process behind while it %s', async (_, file) => {
    const { path, remove } = await temporaryFolder();
    const child = spawnWaybill({ DATA_DIR: path, PORT: String(await freePort()) });
    const exited = once(child, 'exit');
    await eventually(() => stat(join(path, file)), { timeoutMs: 60_000 });
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    // PostgreSQL is adopted by init, which may reap it later.
    await eventually(() => expect(spawnSync('pgrep', ['-f', path]).status).toBe(1));
    await remove();
  });
});

describe('a running Waybill', () => {
  let waybill: Standalone;
  beforeAll(async () => {
    waybill = await Standalone.start({ HOST: '0.0.0.0' });
  });
  afterAll(() => waybill.dispose());

  it('prints the address of its links and its data folder', async () => {
    const configuration = await fetch(`${waybill.url}/api/config`);
    const { publicUrl } = (await configuration.json()) as { publicUrl: string };
    expect(waybill.log).toContain(`Waybill is at ${publicUrl}\n`);
    expect(waybill.log).toContain(`Its data is in ${waybill.dataDir}\n`);
  });

  it('listens on the addresses of HOST', async () => {
    const elsewhere = waybill.url.replace('127.0.0.1', '127.0.0.2');
    expect((await fetch(`${elsewhere}/livez`)).status).toBe(200);
  });

  it('stores its keys readable by its user only', async () => {
    const secrets = join(waybill.dataDir, 'keys', 'secrets.json');
    expect((await stat(secrets)).mode & 0o777).toBe(0o600);
  });

  it('refuses a second Waybill on its data folder or port, and continues to serve', async () => {
    const sameFolder = await refusedStart({ DATA_DIR: waybill.dataDir, PORT: String(await freePort()) });
    expect(sameFolder.output).toMatch(/^The data folder .* is in use by another Waybill/);
    const elsewhere = await mkdtemp(join(tmpdir(), 'waybill-start-'));
    const samePort = await refusedStart({ DATA_DIR: elsewhere, PORT: new URL(waybill.url).port });
    expect(samePort.output).toMatch(/^PORT: port \d+ on 127\.0\.0\.1 is in use already\.$/);
    await rm(elsewhere, { recursive: true, force: true });
    expect((await fetch(`${waybill.url}/api/health`)).status).toBe(200);
  });

  it('reports all components as healthy', async () => {
    const health = (await (await fetch(`${waybill.url}/api/health`)).json()) as {
      components: Record<string, string>;
    };
    expect(health).toMatchObject({ status: 'ok', components: { database: 'ok', storage: 'ok' } });
  });

  it('exits with code 0 on Ctrl-C and stops its child processes', async () => {
    const pidFile = join(waybill.dataDir, 'postgres', 'cluster', 'postmaster.pid');
    const postmaster = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
    const began = Date.now();
    expect(await waybill.stop('SIGINT')).toBe(0);
    expect(Date.now() - began).toBeLessThan(30_000);
    // PostgreSQL is adopted by init, which may reap it later.
    expect(isProcessRunning(postmaster)).toBe(false);
  });

  it('ends with `npm start` when npm alone gets SIGTERM, as from a service manager', async () => {
    await waybill.stop();
    const port = await freePort();
    const { PATH = '', HOME = '' } = process.env;
    const npm = spawn('npm', ['start'], {
      cwd: ROOT,
      env: { PATH, HOME, PORT: String(port), DATA_DIR: waybill.dataDir },
      stdio: 'ignore',
    });
    const answers = () => fetch(`http://127.0.0.1:${port}/livez`);
    await eventually(async () => expect((await answers()).status).toBe(200), { timeoutMs: 120_000 });
    npm.kill('SIGTERM');
    await eventually(async () => expect(await answers().catch(() => null)).toBeNull(), { timeoutMs: 30_000 });
    await eventually(() => waybill.run(), { timeoutMs: 30_000 });
  });

  it('refuses to start in one sentence when its keys are damaged or missing', async () => {
    await waybill.stop();
    const secrets = join(waybill.dataDir, 'keys', 'secrets.json');
    const whole = await readFile(secrets);
    const environment = { DATA_DIR: waybill.dataDir, PORT: String(await freePort()) };
    await writeFile(secrets, '{"SESSION_SECRET":"');
    expect((await refusedStart(environment)).output).toMatch(/^The keys in .* are damaged/);
    await rm(secrets);
    expect((await refusedStart(environment)).output).toMatch(/^The keys of the data folder are missing/);
    await writeFile(secrets, whole);
    await chmod(secrets, 0o600);
    await waybill.run();
  });
});
