import { freePort } from '@waybill/testing';
import { Program } from '../processes/program.js';
import { familyOf } from '../processes/usage.js';
import { programs } from '../programs.js';
import type { Workspace } from '../workspace.js';
import { Account, proForAll } from './account.js';
import type { DownloadContender, DownloadTarget, UploadContender, UploadTarget } from './contender.js';

const STARTED = /^ {2}(.+) \d+ is process (\d+), port (\d+)$/gm;

export interface ClusterOptions {
  readonly label: string;
  /** How many of each process. */
  readonly replicas: number;
  readonly environment: NodeJS.ProcessEnv;
}

interface Member {
  /** Such as `files worker`. */
  readonly name: string;
  readonly pid: number;
  readonly port: number;
}

/**
 * Waybill as many processes, on a RabbitMQ, Redis, PostgreSQL and MinIO of its own. Asked past its proxy, which is there
 * for trying and testing alone.
 */
export class Cluster implements UploadContender, DownloadContender {
  private constructor(
    readonly label: string,
    readonly program: Program,
    readonly members: readonly Member[],
    readonly account: Account,
  ) {}

  static async start(
    workspace: Workspace,
    { label, replicas, environment }: ClusterOptions,
  ): Promise<Cluster> {
    const args = [programs.cluster, '--replicas', String(replicas)];
    const program = workspace.own(
      Program.start(process.execPath, args, {
        LOG_LEVEL: 'warn',
        ...environment,
        PORT: String(await freePort()),
        ...proForAll(),
      }),
    );
    const { input } = await program.says(/cluster is at/);
    const members = [...input.matchAll(STARTED)].map(([, name = '', pid, port]) => ({
      name,
      pid: Number(pid),
      port: Number(port),
    }));
    const [gateway] = members.filter(({ name }) => name === 'gateway');
    return new Cluster(label, program, members, await Account.open(originOf(gateway!)));
  }

  /** Where each gateway answers. */
  get gateways(): string[] {
    return this.members.filter(({ name }) => name === 'gateway').map(originOf);
  }

  /** All of its processes, and its servers. */
  processes(): Promise<number[]> {
    return familyOf(this.program.pid);
  }

  uploadTarget(): UploadTarget {
    return this.account.uploadTarget();
  }

  uploaded(name: string, answer: string): void {
    this.account.uploaded(name, answer);
  }

  downloadTarget(name: string): DownloadTarget {
    return this.account.downloadTarget(name);
  }

  metadataUrl(name: string): string {
    return this.account.metadataUrl(name);
  }

  async discard(name: string): Promise<void> {
    await this.account.delete(name);
  }
}

function originOf({ port }: Member): string {
  return `http://127.0.0.1:${port}`;
}
