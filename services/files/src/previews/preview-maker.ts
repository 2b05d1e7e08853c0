import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { onProcessExit } from './on-process-exit.js';
import { type PreviewResult, previewResultSchema, type PreviewTask } from './preview-task.js';
import { openResultFile } from './result-file.js';
import { resultFiles } from './result-files.js';

/** The file is broken, hostile or too large for a preview. A retry would fail too. */
export class PreviewFailedError extends Error {
  override readonly name = 'PreviewFailedError';
}

type Child = ChildProcessByStdio<Writable, null, Readable>;

/** Resource limits of one kind of preview. */
export interface PreviewLimits {
  readonly deadlineMs: number;
  /** Processor time. Ends a child whose worker was killed. */
  readonly cpuSeconds: number;
  /** Writable memory, in MiB. */
  readonly memory: number;
}

const defaultLimits: PreviewLimits = { deadlineMs: 30_000, cpuSeconds: 45, memory: 1_536 };
export const previewLimits: Readonly<Record<PreviewTask['kind'], PreviewLimits>> = {
  image: defaultLimits,
  pdf: defaultLimits,
  office: { deadlineMs: 60_000, cpuSeconds: 90, memory: 3_072 },
};

const HEAP_MEBIBYTES = 512;
const MAX_OUTPUT_MEBIBYTES = 512;
const MAX_ERROR_LENGTH = 2_000;

/** `$1` CPU seconds, `$2` MiB of memory, `$3` MiB per written file. Limits that the system lacks are ignored. */
const limitedScript = `ulimit -t "$1"; ulimit -d $(($2 * 1024)); ulimit -f $(($3 * 2048)); shift 3; exec "$@"`;

/**
 * Makes previews in a child process with its own process group, limits and a deadline. A hostile file can spoil no
 * other preview (docs/decisions/previews-in-a-child-process.md).
 */
export class PreviewMaker {
  constructor(
    private readonly childPath: string,
    private readonly limits = previewLimits,
  ) {}

  /**
   * Writes the results to `task.folder`. When the promise settles, all processes of the task have ended.
   * @throws PreviewFailedError; the signal's reason when `signal` fires
   */
  async make(task: PreviewTask, signal: AbortSignal): Promise<PreviewResult> {
    const { deadlineMs } = this.limits[task.kind];
    const deadline = AbortSignal.timeout(deadlineMs);
    const stop = AbortSignal.any([signal, deadline]);
    stop.throwIfAborted();
    const child = this.start(task);
    const kill = (): void => killGroup(child);
    stop.addEventListener('abort', kill);
    const cancelKill = onProcessExit(kill);
    try {
      const errorOutput = collectErrorOutput(child);
      const [code] = (await once(child, 'close')) as [number | null];
      signal.throwIfAborted();
      if (deadline.aborted) throw new PreviewFailedError(`It took longer than ${deadlineMs} ms`);
      if (code !== 0) throw new PreviewFailedError(errorOutput());
      return await readResult(task.folder);
    } finally {
      stop.removeEventListener('abort', kill);
      kill();
      cancelKill();
    }
  }

  private start({ kind, folder, ...task }: PreviewTask): Child {
    const { cpuSeconds, memory } = this.limits[kind];
    const limits = [cpuSeconds, memory, MAX_OUTPUT_MEBIBYTES].map(String);
    const node = [process.execPath, `--max-old-space-size=${HEAP_MEBIBYTES}`];
    const child = spawn(
      '/bin/sh',
      [
        '-c',
        limitedScript,
        'sh',
        ...limits,
        ...node,
        this.childPath,
        JSON.stringify({ kind, folder, ...task }),
      ],
      {
        cwd: folder,
        detached: true,
        // Not this process's environment, which contains secrets.
        env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' },
        stdio: ['pipe', 'ignore', 'pipe'],
      },
    );
    child.stdin.on('error', () => undefined);
    return child;
  }
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
