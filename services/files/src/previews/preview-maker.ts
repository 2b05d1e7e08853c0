import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { removeOfficeSocket } from './office-profile-folder.js';
import { onProcessExit } from './on-process-exit.js';
import { PreviewFailedError, PreviewPostponedError } from './preview-errors.js';
import { type PreviewLimits, previewLimits } from './preview.limits.js';
import { type PreviewResult, previewResultSchema, type PreviewTask } from './preview-task.js';
import { openResultFile } from './open-result-file.js';
import { resultFiles } from './result-files.js';
import { watchFolderSize } from './sandbox/folder-size.js';
import { readableFiles } from './sandbox/readable-files.js';
import { confine, noSandbox, type Sandbox } from './sandbox/sandbox.js';

type Child = ChildProcessByStdio<Writable, null, Readable>;

const HEAP_MEBIBYTES = 512;
const MAX_OUTPUT_MEBIBYTES = 512;
/** Limit for all files of one task together. */
const MAX_FOLDER_BYTES = 1024 * 1024 * 1024;
const MAX_PROCESSES = 256;
const MAX_ERROR_LENGTH = 2_000;

/**
 * `$1` CPU seconds, `$2` MiB of memory, `$3` MiB per written file, `$4` processes and threads, which are counted for
 * each user. Limits that the system lacks are ignored.
 */
const limitedScript = `ulimit -t "$1"; ulimit -d $(($2 * 1024)); ulimit -f $(($3 * 2048)); [ -z "$4" ] || ulimit -u "$4" 2>&-; shift 4; exec "$@"`;

/**
 * Makes previews in a confined child process with its own process group, limits and a deadline. A hostile file cannot
 * affect other previews (docs/decisions/previews-in-a-sandbox.md).
 */
export class PreviewMaker {
  constructor(
    private readonly childPath: string,
    private readonly sandbox: Sandbox = noSandbox,
    private readonly limits: Readonly<Record<PreviewTask['kind'], PreviewLimits>> = previewLimits,
  ) {}

  /**
   * Writes the results to `task.folder`. When the promise settles, all processes of the task have ended.
   * @throws PreviewFailedError; PreviewPostponedError after the deadline; the signal's reason when `signal` fires
   */
  async make(task: PreviewTask, signal: AbortSignal): Promise<PreviewResult> {
    const { deadlineMs } = this.limits[task.kind];
    const deadline = AbortSignal.timeout(deadlineMs);
    const tooLarge = new AbortController();
    const stop = AbortSignal.any([signal, deadline, tooLarge.signal]);
    stop.throwIfAborted();
    await this.giveToUser(task);
    const child = this.start(task);
    const kill = (): void => killGroup(child);
    const cleanUp = (): void => {
      kill();
      if (task.kind === 'office')
        removeOfficeSocket(task.folder, this.sandbox.uid ?? process.getuid?.() ?? 0);
    };
    stop.addEventListener('abort', kill);
    const cancelCleanUp = onProcessExit(cleanUp);
    const stopWatching = watchFolderSize(task.folder, MAX_FOLDER_BYTES, () => tooLarge.abort());
    try {
      const errorOutput = collectErrorOutput(child);
      const [code] = (await once(child, 'close')) as [number | null];
      signal.throwIfAborted();
      if (tooLarge.signal.aborted) throw new PreviewFailedError('The preview child wrote more than 1 GiB');
      if (deadline.aborted) throw new PreviewPostponedError(`The preview took longer than ${deadlineMs} ms`);
      if (code !== 0) throw new PreviewFailedError(errorOutput());
      return await readResult(task.folder);
    } finally {
      stopWatching();
      stop.removeEventListener('abort', kill);
      cleanUp();
      cancelCleanUp();
    }
  }

  /** Lets the user of the sandbox read the file and its password, and write the results. */
  private async giveToUser({ folder, input, passwordPath }: PreviewTask): Promise<void> {
    const { uid } = this.sandbox;
    if (uid === null) return;
    await chown(folder, uid, uid);
    await chown(input, uid, uid);
    if (passwordPath) await chown(passwordPath, uid, uid);
  }

  private start(task: PreviewTask): Child {
    const { sandbox } = this;
    const { cpuSeconds, memory } = this.limits[task.kind];
    const countsProcesses = sandbox.uid !== null || sandbox.bubblewrapPath !== null;
    const limits = [cpuSeconds, memory, MAX_OUTPUT_MEBIBYTES, countsProcesses ? MAX_PROCESSES : ''].map(
      String,
    );
    const node = [process.execPath, `--max-old-space-size=${HEAP_MEBIBYTES}`];
    const files = {
      folder: task.folder,
      readable: readableFiles(this.childPath, programsOf(task)),
    };
    const limited = ['-c', limitedScript, 'sh', ...limits, ...node, this.childPath, JSON.stringify(task)];
    const [program, ...args] = confine(sandbox, files, ['/bin/sh', ...limited]);
    const child = spawn(program, args, {
      cwd: task.folder,
      detached: true,
      // Not this process's environment, which contains secrets.
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: task.folder, TMPDIR: task.folder, LANG: 'C.UTF-8' },
      stdio: ['pipe', 'ignore', 'pipe'],
      ...(sandbox.uid !== null && { uid: sandbox.uid, gid: sandbox.uid }),
    });
    child.stdin.on('error', () => undefined);
    return child;
  }
}

function programsOf({ sofficePath, ffmpegPath, bsdtarPath, pdftoppmPath }: PreviewTask): (string | null)[] {
  return [sofficePath, ffmpegPath, bsdtarPath ?? null, pdftoppmPath ?? null];
}

/** The last characters of the child's stderr. */
function collectErrorOutput(child: Child): () => string {
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-MAX_ERROR_LENGTH);
  });
  return () => text;
}

function killGroup({ pid }: Child): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // ESRCH is usual: the group has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function readResult(folder: string): Promise<PreviewResult> {
  try {
    await using file = await openResultFile(join(folder, resultFiles.facts));
    return previewResultSchema.parse(JSON.parse(await file.readFile('utf8')));
  } catch (error) {
    throw new PreviewFailedError('The child left no result', { cause: error });
  }
}
