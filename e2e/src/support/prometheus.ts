import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually, freePort } from '@waybill/testing';

const ALERTS = resolve(__dirname, '../../../deploy/observability/alerts.yml');

/** Reason why Prometheus is not available. Undefined if it is. */
export function prometheusMissing(): string | undefined {
  const { error } = spawnSync('prometheus', ['--version']);
  return error ? 'Prometheus is not installed (Debian: prometheus).' : undefined;
}

/** A real Prometheus with Waybill's alerts and a scrape interval of one second. */
export class Prometheus {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    private readonly url: string,
  ) {}

  static async start(targets: readonly string[]): Promise<Prometheus> {
    const folder = await mkdtemp(join(tmpdir(), 'waybill-prometheus-'));
    const file = join(folder, 'prometheus.yml');
    const jobs = [{ job_name: 'waybill', static_configs: [{ targets }] }];
    // JSON is valid YAML.
    await writeFile(
      file,
      JSON.stringify({ global: { scrape_interval: '1s' }, rule_files: [ALERTS], scrape_configs: jobs }),
    );
    const url = `127.0.0.1:${await freePort()}`;
    const args = [`--config.file=${file}`, `--storage.tsdb.path=${folder}`, `--web.listen-address=${url}`];
    const child = spawn('prometheus', args, { stdio: 'ignore' });
    const prometheus = new Prometheus(child, folder, `http://${url}`);
    await eventually(async () => expect((await fetch(`http://${url}/-/ready`)).status).toBe(200), {
      timeoutMs: 30_000,
    });
    return prometheus;
  }

  /** Current values of a query. @throws the error of Prometheus for an invalid query */
  async query(expression: string): Promise<number[]> {
    const answer = await fetch(`${this.url}/api/v1/query?query=${encodeURIComponent(expression)}`);
    const { status, data, error } = (await answer.json()) as {
      status: string;
      data: { result: { value: [number, string] }[] };
      error?: string;
    };
    if (status !== 'success') throw new Error(`${expression}: ${error}`);
    return data.result.map(({ value: [, value] }) => Number(value));
  }

  async stop(): Promise<void> {
    const exited = new Promise((done) => this.child.once('exit', done));
    this.child.kill('SIGTERM');
    await exited;
    await rm(this.folder, { recursive: true, force: true });
  }
}
