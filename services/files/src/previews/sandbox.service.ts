import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger, metrics } from '@waybill/service-kit';
import { PreviewMaker } from './preview-maker.js';
import { PREVIEWS_MODULE_OPTIONS, type PreviewsModuleOptions } from './previews.module-options.js';
import { TempWorkspace } from './temp-workspace.js';
import { findProgram } from './sandbox/find-program.js';
import { noSandbox, type Sandbox } from './sandbox/sandbox.js';

/** User and group id of preview children if this process is root. Outside the ranges that operating systems assign. */
const PREVIEW_UID = 64_820;

const sandboxInUse = metrics.gauge({
  name: 'waybill_preview_sandbox',
  help: 'Confinement of preview processes: isolation is bubblewrap or none, user is separate or same',
  labels: ['isolation', 'user'],
});

/** Finds the strictest sandbox that works on this machine. */
@Injectable()
export class SandboxService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly closing = new AbortController();
  private sandbox: Promise<Sandbox> | undefined;
  private unregisterMetrics: () => void = () => undefined;

  constructor(
    private readonly workspace: TempWorkspace,
    @Inject(PREVIEWS_MODULE_OPTIONS) private readonly options: PreviewsModuleOptions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const { childPath } = this.options;
    if (childPath !== undefined && existsSync(childPath)) void this.find();
  }

  async onModuleDestroy(): Promise<void> {
    this.unregisterMetrics();
    this.closing.abort();
    await this.sandbox;
  }

  /** The sandbox of this machine. Probed once, in the background from the start. */
  find(): Promise<Sandbox> {
    this.sandbox ??= this.probeAll();
    return this.sandbox;
  }

  private async probeAll(): Promise<Sandbox> {
    for (const candidate of candidates()) {
      const reason = await this.probe(candidate);
      if (this.closing.signal.aborted) return noSandbox;
      if (reason === null) return this.announce(candidate);
      this.logger.info({ ...labelsOf(candidate), reason }, 'A sandbox for previews does not work here');
    }
    return this.announce(noSandbox);
  }

  /** @returns why the sandbox does not work; null if it does */
  private async probe(sandbox: Sandbox): Promise<string | null> {
    try {
      await this.workspace.withFolder(async (folder) => {
        const input = join(folder, 'input');
        await writeFile(input, '');
        const { sofficePath, ffmpegPath = null, childPath = '' } = this.options;
        const task = { kind: 'probe', folder, input, sofficePath, ffmpegPath } as const;
        await new PreviewMaker(childPath, sandbox).make(task, this.closing.signal);
      });
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  private announce(sandbox: Sandbox): Sandbox {
    const labels = labelsOf(sandbox);
    this.unregisterMetrics = sandboxInUse.collect((set) => set(labels, 1));
    if (sandbox.bubblewrapPath !== null) this.logger.info(labels, 'Previews are made in a sandbox');
    else
      this.logger.warn(labels, 'Previews are confined by limits only: bubblewrap is missing or not allowed');
    return sandbox;
  }
}

/** Sandboxes to try, strictest first. */
function candidates(): Sandbox[] {
  const bubblewrapPath = findProgram('bwrap');
  const uids = process.getuid?.() === 0 ? [PREVIEW_UID, null] : [null];
  const paths = bubblewrapPath === null ? [null] : [bubblewrapPath, null];
  const all = paths.flatMap((path) => uids.map((uid) => ({ bubblewrapPath: path, uid })));
  return all.filter(({ bubblewrapPath: path, uid }) => path !== null || uid !== null);
}

function labelsOf({ bubblewrapPath, uid }: Sandbox) {
  return {
    isolation: bubblewrapPath === null ? 'none' : 'bubblewrap',
    user: uid === null ? 'same' : 'separate',
  };
}
