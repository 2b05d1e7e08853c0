import type { AnalyticsReport } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../support/environment.js';
import { type AcknowledgedUpload, hashOf, Load } from '../support/load.js';
import { runProgram } from '../support/program.js';
import { describeOnServers, RealServers } from '../support/real-servers.js';
import { Standalone } from '../support/standalone.js';

const UPLOADS = 30;
const TIMEOUT = { timeoutMs: 120_000 };

describeOnServers('backup and restore on PostgreSQL, RabbitMQ, Redis and an S3 store', () => {
  let folder: string;
  let waybill: Standalone | undefined;
  const servers: RealServers[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waybill-backup-'));
  });
  afterAll(async () => {
    await waybill?.dispose();
    await Promise.all(servers.map((each) => each.stop()));
    await rm(folder, { recursive: true, force: true });
  });

  const newServers = async () => {
    const started = await RealServers.start();
    servers.push(started);
    return started;
  };

  it('restores a backup taken under load to new servers', async () => {
    const old = await newServers();
    const promotion = { PROMOTION_ENDS_AT: '2099-01-01T00:00:00Z' };
    waybill = await Standalone.start({ ...old.environment, ...promotion });
    const { dataDir } = waybill;
    const load = await Load.start(waybill.url);
    await eventually(() => expect(load.uploads.length).toBeGreaterThan(UPLOADS), TIMEOUT);
    await load.waitForProgress();
    const before = [...load.uploads];
    const { views: viewsBefore } = await countOf(load);

    const backup = await runProgram('backup', ['--to', folder], { ...old.environment, DATA_DIR: dataDir });
    await load.stop();
    expect(backup).toMatchObject({ status: 0 });

    const fresh = await newServers();
    // The encryption keys are in the backup.
    const environment = { ...fresh.environment, ...(await secretsIn(folder)), DATA_DIR: dataDir };
    expect(await runProgram('restore', ['--from', folder], environment)).toMatchObject({
      status: 1,
      output: expect.stringMatching(/in use by another Waybill/),
    });
    const besideIt = { ...old.environment, DATA_DIR: join(folder, 'elsewhere') };
    expect(await runProgram('restore', ['--from', folder, '--force'], besideIt)).toMatchObject({
      status: 1,
      output: expect.stringMatching(
        /^Waybill is running on this database \(waybill-analytics, .*\): stop it/,
      ),
    });
    await waybill.stop();
    await rm(dataDir, { recursive: true });
    await old.stop();

    const restored = await runProgram('restore', ['--from', folder], environment);
    process.stderr.write(`${backup.output}${restored.output}`);
    expect(restored).toMatchObject({ status: 0 });
    await waybill.run(environment);

    const [kept, later] = [before, load.uploads.slice(before.length)];
    for (const upload of kept) expect(await stateOf(upload)).toBe('whole');
    for (const upload of later) expect(['whole', 404, 410]).toContain(await stateOf(upload));
    const { views, names } = await countOf(load);
    expect(views).toBeGreaterThanOrEqual(viewsBefore);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !load.started.has(name))).toEqual([]);
    // The restored Waybill works: new visits reach the report.
    const next = await Load.start(waybill.url);
    await next.waitForProgress();
    await next.stop();
    await eventually(async () => expect((await countOf(next)).views).toBe(next.served.size), TIMEOUT);
    expect(next.violations).toEqual([]);
  });
});

/** `whole`, or the status of the response. An inline download by the owner counts no visit. */
async function stateOf({ id, hash, owner }: AcknowledgedUpload): Promise<'whole' | number> {
  const answer = await owner.get(`/api/files/${id}/download?disposition=inline`);
  const isWhole = hashOf(new Uint8Array(await answer.arrayBuffer())) === hash;
  return isWhole ? 'whole' : answer.status;
}

/** Total views of the shared file, and the user agents of its newest hundred entries. */
async function countOf({ owner, sharedFile }: Load): Promise<{ views: number; names: string[] }> {
  const answer = await owner.get(`/api/files/${sharedFile.id}/analytics`);
  const { summary, analytics } = (await answer.json()) as AnalyticsReport;
  return { views: summary.totalViews, names: analytics.map(({ userAgent }) => userAgent) };
}

async function secretsIn(folder: string): Promise<Environment> {
  const state = (await readdir(folder)).find((name) => name.startsWith('state-')) ?? '';
  return JSON.parse(await readFile(join(folder, state, 'secrets.json'), 'utf8')) as Environment;
}
