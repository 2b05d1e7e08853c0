import type { BundleView } from '@waybill/contracts';
import type { BatchOptions, BatchResult, LinkChoice } from './batch-state.js';
import { commonFolder, type OutgoingFile, selectionOf } from './outgoing-file.js';
import { UploadError } from './transfer.js';
import type { UnfinishedUpload } from './unfinished-uploads.js';
import type { ArrivedFile } from './upload-bundle.js';

/**
 * - `given`: has a life of its own, so it is never dissolved
 * - `found`: an earlier batch made it, or one in another tab that may still send to it
 * - `made`: by this batch, so that it contains nothing else
 */
type Origin = 'given' | 'found' | 'made';

/** Interval at which a running upload is stored, so that other tabs do not take it for an interrupted one. */
const KEEP_MS = 30_000;

/** Whether the call failed because its bundle, or a file in it, expired or was deleted. */
export function isOfGoneTarget(error: unknown): error is UploadError {
  return error instanceof UploadError && (error.status === 404 || error.status === 410);
}

/** Whether the files get one link for all: several files, or a folder, whose only file keeps its path in a bundle. */
export function needBundle(files: readonly OutgoingFile[]): boolean {
  return files.length > 1 || files.some(({ path }) => path !== null);
}

/** The bundle that a batch is sent to. */
export class BatchBundle {
  private current: { readonly id: string; readonly origin: Origin; readonly name?: string } | null;
  /** Bundles that expired or were deleted. What was sent to them belongs to no bundle. */
  private readonly gone = new Set<string>();
  /** Files that are sent to the bundle; empty before the first and after the last. */
  private files: readonly OutgoingFile[] = [];
  private timer: ReturnType<typeof setInterval> | undefined;
  private hasEnded = false;

  constructor(private readonly options: Pick<BatchOptions, 'targetBundleId' | 'storage' | 'bundles'>) {
    this.current = this.target();
    // The user works with the bundle by now, even if an upload made it.
    if (this.current) options.storage.forgetBundle(this.current.id);
  }

  get id(): string | null {
    return this.current?.id ?? null;
  }

  get isGiven(): boolean {
    return this.current?.origin === 'given';
  }

  /** Finds the bundle of an interrupted upload of these files. @throws UploadError */
  async find(files: readonly OutgoingFile[]): Promise<BundleView | null> {
    const { storage, bundles } = this.options;
    const stored = files.map((file) => storage.find(file)?.bundleId ?? null);
    for (const id of new Set([...stored, storage.bundleOf(selectionOf(files))])) {
      if (id === null || this.gone.has(id)) continue;
      const found = await bundles.find(id);
      if (found) {
        this.current = { id, origin: storage.bundle(id) ? 'found' : 'given' };
        return found;
      }
      this.gone.add(id);
    }
    return null;
  }

  /** @throws UploadError */
  async make(files: readonly OutgoingFile[]): Promise<void> {
    const { id, name } = await this.options.bundles.create(commonFolder(files));
    this.current = { id, origin: 'made', name };
    this.keepRunning(files);
  }

  /**
   * Stores that the files are being sent, so that the upload is offered and found again after an interruption. After
   * `end`, which does not wait for a bundle that is being made, stores that they were interrupted.
   */
  keepRunning(files: readonly OutgoingFile[]): void {
    this.files = files;
    this.keep(!this.hasEnded);
    if (this.hasEnded || this.timer !== undefined) return;
    this.timer = setInterval(() => this.keep(true), KEEP_MS);
    window.addEventListener('pagehide', this.onLeave);
  }

  /** Ends the storing. An upload that was not settled counts as interrupted from now on. */
  end(): void {
    this.hasEnded = true;
    clearInterval(this.timer);
    window.removeEventListener('pagehide', this.onLeave);
    this.keep(false);
  }

  /** Whether an interrupted upload can go on in this batch. */
  canTake({ bundleId }: UnfinishedUpload): boolean {
    return bundleId === null || bundleId === this.id || this.gone.has(bundleId);
  }

  /**
   * Whether the bundle is gone, so that another has to be made. Never for a given bundle: what was meant for it belongs
   * nowhere else.
   */
  async isGone(id: string): Promise<boolean> {
    if (this.gone.has(id)) return true;
    if (this.id !== id || this.isGiven) return false;
    return (await this.options.bundles.find(id).catch(() => undefined)) === null;
  }

  leaveGone(id: string): void {
    this.gone.add(id);
    if (this.id === id) this.leave();
  }

  /** Leaves the bundle when no file of the batch is left. */
  leaveEmpty(): void {
    if (this.current?.origin === 'made') {
      // If the call fails, an empty bundle is left until it expires.
      void this.options.bundles.dissolve(this.current.id).catch(() => undefined);
      this.leave();
    } else {
      this.keep(false);
      this.current = this.target();
    }
  }

  /** Puts the files into the bundle, or dissolves it if each gets its own link. @throws UploadError */
  async settle(files: readonly ArrivedFile[], choice: LinkChoice): Promise<Omit<BatchResult, 'files'>> {
    if (this.current === null) return { bundleId: null, inBundle: 0 };
    const { id, origin } = this.current;
    const { bundles, storage } = this.options;
    const isBundle = origin === 'given' || (choice === 'one' && (needBundle(files) || origin === 'found'));
    try {
      const inBundle = isBundle ? await bundles.arrange(id, files) : 0;
      if (!isBundle) await bundles.dissolve(id);
      storage.forgetBundle(id);
      this.files = [];
      return { bundleId: isBundle ? id : null, inBundle };
    } catch (error) {
      if (!isOfGoneTarget(error) || !(await this.isGone(id))) throw error;
      this.leaveGone(id);
      if (needBundle(files)) await this.make(files);
      return this.settle(files, choice);
    }
  }

  private readonly onLeave = () => this.keep(false);

  private keep(isRunning: boolean): void {
    const { files } = this;
    if (this.current === null || this.isGiven || files.length === 0) return;
    const { storage } = this.options;
    const { id: bundleId, origin, name: firstName } = this.current;
    const before = origin === 'found' ? storage.bundle(bundleId) : undefined;
    // Only some of the interrupted files were chosen again: the others are still missing.
    const isPart = (before?.files ?? 0) > files.length;
    const { selection } = before && isPart ? before : { selection: selectionOf(files) };
    const count = before?.files && isPart ? before.files : files.length;
    const name = firstName ?? before?.name;
    storage.keepBundle({ selection, bundleId, name, files: count, isRunning });
  }

  private leave(): void {
    if (this.current) this.options.storage.forgetBundle(this.current.id);
    this.current = null;
  }

  private target(): { readonly id: string; readonly origin: Origin } | null {
    const { targetBundleId } = this.options;
    return targetBundleId === null ? null : { id: targetBundleId, origin: 'given' };
  }
}
