import { execFile } from 'node:child_process';
import { arch, cpus, loadavg, release, totalmem, type } from 'node:os';
import { promisify } from 'node:util';
import { formatSize } from './size.js';

const run = promisify(execFile);

/**
 * Describes the machine in one sentence. Call it before the benchmark starts, because it includes the load by
 * others.
 */
export async function describeMachine(folder: string, nginx: string | null = null): Promise<string> {
  const processors = cpus();
  const parts = [
    `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'} (${arch()})`,
    `${formatSize(totalmem())} of memory`,
    `${await fileSystemOf(folder)} disk`,
    `${type()} ${release()}`,
    `Node ${process.versions.node}`,
    ...(nginx === null ? [] : [`nginx ${nginx}`]),
    `load average before ${loadavg()[0]?.toFixed(1)}`,
  ];
  return `${new Date().toISOString().slice(0, 10)}, ${parts.join(', ')}.`;
}

async function fileSystemOf(folder: string): Promise<string> {
  const { stdout } = await run('df', ['--output=fstype', folder]);
  return stdout.trim().split('\n').at(-1) ?? 'unknown';
}
