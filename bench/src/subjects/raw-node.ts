import { freePort } from '@waybill/testing';
import { BLOCK_BYTES } from '../load/generated-bytes.js';
import { Program } from '../processes/program.js';
import { programs } from '../programs.js';
import type { Workspace } from '../workspace.js';
import type { DownloadSubject, DownloadTarget, UploadSubject, UploadTarget } from './benchmark-subject.js';

/** Starts and addresses `raw-node-server.ts`. */
export class RawNodeServer implements UploadSubject, DownloadSubject {
  private constructor(
    readonly label: string,
    private readonly program: Program,
    private readonly origin: string,
    /** Folder of its files, each under its own name. */
    readonly folder: string,
  ) {}

  /** @param syncs whether an upload is on disk before its response */
  static async start(
    workspace: Workspace,
    environment: NodeJS.ProcessEnv,
    syncs = false,
  ): Promise<RawNodeServer> {
    const port = await freePort();
    const folder = await workspace.folder(syncs ? 'bare-synced' : 'bare');
    const args = [programs.rawNodeServer, String(port), folder, String(BLOCK_BYTES), syncs ? 'sync' : ''];
    const program = workspace.own(Program.start(process.execPath, args, environment));
    const origin = `http://127.0.0.1:${port}`;
    await program.waitForHttp(origin);
    return new RawNodeServer(`bare \`node:http\`${syncs ? ', synced' : ''}`, program, origin, folder);
  }

  processes(): Promise<number[]> {
    return Promise.resolve([this.program.pid]);
  }

  uploadTarget(name: string): UploadTarget {
    return { url: `${this.origin}/${name}`, method: 'PUT', headers: {}, framing: 'raw' };
  }

  uploaded(): void {
    // Its files keep the names they were sent under.
  }

  downloadTarget(name: string): DownloadTarget {
    return { url: `${this.origin}/${name}`, headers: {} };
  }

  async discard(name: string): Promise<void> {
    await fetch(`${this.origin}/${name}`, { method: 'DELETE' });
  }
}
