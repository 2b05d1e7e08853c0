import { freePorts } from '@waybill/testing';
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BLOCK_BYTES } from '../load/generated-bytes.js';
import { Program } from '../processes/program.js';
import { processTree } from '../processes/usage.js';
import type { Workspace } from '../workspace.js';
import type { DownloadSubject, UploadSubject } from './benchmark-subject.js';
import { nginxConfig } from './nginx-config.js';

const run = promisify(execFile);

/** Second reference, where nginx is installed. */
export interface Nginx {
  readonly version: string;
  /** Null when this build does not support PUT. */
  readonly uploads: UploadSubject | null;
  readonly downloads: readonly DownloadSubject[];
}

/** @param files folder to serve, which another target serves too */
export async function startNginx(
  workspace: Workspace,
  files: string,
  environment: NodeJS.ProcessEnv,
): Promise<Nginx | null> {
  const build = await findNginx();
  if (build === null) return null;
  const folder = await workspace.folder('nginx');
  const uploads = build.takesPut ? await workspace.folder('nginx/uploads') : null;
  const [sendfile = 0, buffered = 0] = await freePorts(2);
  const ports = { sendfile, buffered };
  const user = process.getuid?.() === 0 ? userInfo().username : null;
  const config = join(folder, 'nginx.conf');
  await writeFile(config, nginxConfig({ folder, files, uploads, user, buffer: BLOCK_BYTES, ports }));
  const program = workspace.own(Program.start('nginx', ['-p', folder, '-c', config], environment));
  const origins = {
    sendfile: `http://127.0.0.1:${ports.sendfile}`,
    buffered: `http://127.0.0.1:${ports.buffered}`,
  };
  await program.waitForHttp(origins.sendfile);
  const processes = () => processTree(program.pid);
  const downloadsAt = (label: string, origin: string): DownloadSubject => ({
    label,
    processes,
    downloadTarget: (name) => ({ url: `${origin}/${name}`, headers: {} }),
  });
  return {
    version: build.version,
    uploads: uploads === null ? null : uploadsTo(uploads, `${origins.sendfile}/uploads`, processes),
    downloads: [
      downloadsAt('nginx, sendfile', origins.sendfile),
      downloadsAt('nginx, no sendfile', origins.buffered),
    ],
  };
}

function uploadsTo(folder: string, address: string, processes: () => Promise<number[]>): UploadSubject {
  return {
    label: 'nginx, PUT',
    processes,
    uploadTarget: (name) => ({ url: `${address}/${name}`, method: 'PUT', headers: {}, framing: 'raw' }),
    uploaded: () => undefined,
    discard: (name) => rm(join(folder, name)),
  };
}

async function findNginx(): Promise<{ version: string; takesPut: boolean } | null> {
  const answer = await run('nginx', ['-V']).catch(() => null);
  const version = /nginx\/([\d.]+)/.exec(answer?.stderr ?? '')?.[1];
  if (!answer || version === undefined) return null;
  return { version, takesPut: answer.stderr.includes('http_dav_module') };
}
