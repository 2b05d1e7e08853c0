import { freePort } from '@waybill/testing';
import { Program } from '../processes/program.js';
import { processTree } from '../processes/usage.js';
import { programs } from '../programs.js';
import type { Workspace } from '../workspace.js';
import { Account, promotionEnvironment } from './account.js';
import type { DownloadSubject, DownloadTarget, UploadSubject, UploadTarget } from './benchmark-subject.js';

const STARTED = /^ {2}(.+) \d+ is process (\d+), port (\d+)$/gm;

export interface ClusterOptions {
  readonly label: string;
  /** Number of replicas of each process. */
  readonly replicas: number;
  readonly environment: NodeJS.ProcessEnv;
}

interface Member {
  /** Name of the process, such as `files worker`. */
  readonly name: string;
  readonly pid: number;
  readonly port: number;
}

/** The cluster profile on its own RabbitMQ, Redis, PostgreSQL and MinIO. Requests bypass the development proxy. */
export class Cluster implements UploadSubject, DownloadSubject {
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
        ...promotionEnvironment(),
      }),
    );
    const { input } = await program.waitForOutput(/cluster is at/);
    const members = [...input.matchAll(STARTED)].map(([, name = '', pid, port]) => ({
      name,
      pid: Number(pid),
      port: Number(port),
    }));
    const [gateway] = members.filter(({ name }) => name === 'gateway');
    return new Cluster(label, program, members, await Account.open(originOf(gateway!)));
  }

  /** Address of each gateway. */
  get gateways(): string[] {
    return this.members.filter(({ name }) => name === 'gateway').map(originOf);
  }

  /** All of its processes, its servers included. */
  processes(): Promise<number[]> {
    return processTree(this.program.pid);
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
