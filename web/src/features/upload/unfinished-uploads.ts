import { DAY_MS, parseJson } from '@waybill/contracts';
import { safeLocalStorage } from '../../lib/access/safe-storage.js';
import { hasFields } from '../../lib/api/answer-fields.js';
import type { OutgoingFile } from './outgoing-file.js';
import { unfinishedBundlesKey, unfinishedUploadsKey } from './unfinished-uploads-key.js';

/** Time after its last byte for which an interrupted upload can be resumed. An upload to a file request: one hour. */
const LIFETIME_MS = DAY_MS;
/**
 * Time after which a silent upload of another tab counts as interrupted. A hidden tab stores its uploads once a minute.
 */
const SILENCE_MS = 90_000;
const MAX_BUNDLES = 20;

/** An upload of this browser that has not ended. */
export interface UnfinishedUpload {
  /** Path of the upload on the server. */
  readonly url: string;
  readonly name: string;
  readonly path: string | null;
  readonly size: number;
  readonly lastModified: number;
  readonly bundleId: string | null;
  /** Sent bytes, approximately. Only the server knows the exact offset. */
  readonly sent: number;
  /** Whether its transfer was running or paused in some tab when it was stored. */
  readonly isRunning?: boolean;
  readonly savedAt: number;
}

/** Several files that this browser has not sent completely to their bundle. */
export interface UnfinishedBundle {
  readonly selection: string;
  readonly bundleId: string;
  /** Name that the bundle was made with. Missing in entries of earlier versions. */
  readonly name?: string | undefined;
  /** Number of chosen files. Missing in entries of earlier versions. */
  readonly files?: number;
  /** Whether some tab was sending them when this was stored. */
  readonly isRunning?: boolean;
  readonly savedAt: number;
}

function isUpload(entry: unknown): entry is UnfinishedUpload {
  return hasFields(entry, {
    url: 'string',
    name: 'string',
    size: 'number',
    lastModified: 'number',
    sent: 'number',
    savedAt: 'number',
  });
}

function isBundle(entry: unknown): entry is UnfinishedBundle {
  return hasFields(entry, { selection: 'string', bundleId: 'string', savedAt: 'number' });
}

/**
 * This browser's record of the uploads of one account, so that they can be resumed after a reload or on the next
 * day, when the same file is chosen again. `account`: the user's id, `request.<slug>` for uploads to a file request, or
 * null without an account.
 */
export class UnfinishedUploads {
  private readonly uploadsKey: string;
  private readonly bundlesKey: string;

  constructor(
    account: string | null,
    private readonly now: () => number = Date.now,
  ) {
    this.uploadsKey = unfinishedUploadsKey(account);
    this.bundlesKey = unfinishedBundlesKey(account);
  }

  list(): readonly UnfinishedUpload[] {
    return this.read(this.uploadsKey, isUpload);
  }

  /** Leaves out uploads that are running in this or another tab. */
  interrupted(): readonly UnfinishedUpload[] {
    return this.list().filter((upload) => this.isInterrupted(upload));
  }

  /** Selections of files that were interrupted. Small files among them are in no other list. */
  interruptedBundles(): readonly UnfinishedBundle[] {
    return this.read(this.bundlesKey, isBundle).filter(
      (bundle) => bundle.files !== undefined && this.isInterrupted(bundle),
    );
  }

  /** Ignores a missing path: a file chosen alone has none, even if it was sent with its folder before. */
  find({ file, path }: OutgoingFile): UnfinishedUpload | null {
    const found = this.list().find(
      (upload) =>
        upload.name === file.name &&
        upload.size === file.size &&
        upload.lastModified === file.lastModified &&
        (path === null || upload.path === null || upload.path === path),
    );
    return found ?? null;
  }

  keep(upload: Omit<UnfinishedUpload, 'savedAt'>): void {
    const others = this.list().filter(({ url }) => url !== upload.url);
    this.write(this.uploadsKey, [...others, { ...upload, savedAt: this.now() }]);
  }

  forget(url: string): void {
    const uploads = this.list();
    const others = uploads.filter((upload) => upload.url !== url);
    if (others.length < uploads.length) this.write(this.uploadsKey, others);
  }

  /** Bundle of an unfinished upload of the same selection; null without one. */
  bundleOf(selection: string): string | null {
    const bundles = this.read(this.bundlesKey, isBundle);
    return bundles.findLast((bundle) => bundle.selection === selection)?.bundleId ?? null;
  }

  /** Entry of a bundle that an unfinished upload made. Any other bundle of an upload was there before it. */
  bundle(id: string): UnfinishedBundle | undefined {
    return this.read(this.bundlesKey, isBundle).find(({ bundleId }) => bundleId === id);
  }

  keepBundle(bundle: Omit<UnfinishedBundle, 'savedAt'>): void {
    const others = this.read(this.bundlesKey, isBundle).filter(
      ({ bundleId }) => bundleId !== bundle.bundleId,
    );
    const added = [...others, { ...bundle, savedAt: this.now() }];
    this.write(this.bundlesKey, added.slice(-MAX_BUNDLES));
  }

  forgetBundle(id: string): void {
    const bundles = this.read(this.bundlesKey, isBundle);
    this.write(
      this.bundlesKey,
      bundles.filter(({ bundleId }) => bundleId !== id),
    );
  }

  private isInterrupted({ isRunning, savedAt }: Pick<UnfinishedUpload, 'isRunning' | 'savedAt'>): boolean {
    return !isRunning || this.now() - savedAt >= SILENCE_MS;
  }

  /**
   * Reads the entries that can still be resumed, and removes the others. Treats the storage as empty if any entry is
   * malformed.
   */
  private read<T extends { readonly savedAt: number }>(
    key: string,
    isEntry: (entry: unknown) => entry is T,
  ): readonly T[] {
    const entries = parseJson(safeLocalStorage.read(key) ?? '[]');
    if (!Array.isArray(entries) || !entries.every(isEntry)) return [];
    const live = entries.filter(({ savedAt }) => this.now() - savedAt < LIFETIME_MS);
    if (live.length < entries.length) this.write(key, live);
    return live;
  }

  private write(key: string, entries: readonly unknown[]): void {
    if (entries.length === 0) safeLocalStorage.remove(key);
    else safeLocalStorage.write(key, JSON.stringify(entries));
  }
}
