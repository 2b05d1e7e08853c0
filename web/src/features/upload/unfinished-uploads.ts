import { z } from 'zod';
import { safeLocalStorage } from '../../lib/access/safe-storage.js';
import type { OutgoingFile } from './outgoing-file.js';

/** An upload that was interrupted can be resumed for so long after its last byte. */
const LIFETIME_MS = 24 * 3_600_000;
const MAX_BUNDLES = 20;

const uploadSchema = z.object({
  /** Path of the upload on the server. */
  url: z.string(),
  name: z.string(),
  path: z.string().nullable(),
  size: z.number(),
  lastModified: z.number(),
  bundleId: z.string().nullable(),
  /** Bytes, about. The server knows exactly. */
  sent: z.number(),
  savedAt: z.number(),
});
/** An upload of this browser that has not ended. */
export type UnfinishedUpload = z.infer<typeof uploadSchema>;

const bundleSchema = z.object({ selection: z.string(), bundleId: z.string(), savedAt: z.number() });

/**
 * This browser's record of the uploads of one account, so that they can be resumed after a reload or on the next
 * day, when the same file is chosen again. `account`: the user's id, or null without an account.
 */
export class UnfinishedUploads {
  private readonly uploadsKey: string;
  private readonly bundlesKey: string;

  constructor(
    account: string | null,
    private readonly now: () => number = Date.now,
  ) {
    this.uploadsKey = `waybill.uploads.${account ?? 'browser'}`;
    this.bundlesKey = `waybill.upload-bundles.${account ?? 'browser'}`;
  }

  list(): readonly UnfinishedUpload[] {
    return this.read(this.uploadsKey, uploadSchema);
  }

  /** A file that is chosen alone has no path, also where it was sent with its folder. */
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

  /** The bundle that a selection of files was sent to, if that did not end. */
  bundleOf(selection: string): string | null {
    const bundles = this.read(this.bundlesKey, bundleSchema);
    return bundles.findLast((bundle) => bundle.selection === selection)?.bundleId ?? null;
  }

  keepBundle(selection: string, bundleId: string): void {
    const bundles = this.read(this.bundlesKey, bundleSchema);
    const added = [...bundles, { selection, bundleId, savedAt: this.now() }];
    this.write(this.bundlesKey, added.slice(-MAX_BUNDLES));
  }

  forgetBundle(id: string): void {
    const bundles = this.read(this.bundlesKey, bundleSchema);
    this.write(
      this.bundlesKey,
      bundles.filter(({ bundleId }) => bundleId !== id),
    );
  }

  private read<T extends { readonly savedAt: number }>(key: string, schema: z.ZodType<T>): readonly T[] {
    const parsed = z.array(schema).safeParse(parseJson(safeLocalStorage.read(key)));
    return (parsed.data ?? []).filter(({ savedAt }) => this.now() - savedAt < LIFETIME_MS);
  }

  private write(key: string, entries: readonly unknown[]): void {
    if (entries.length === 0) safeLocalStorage.remove(key);
    else safeLocalStorage.write(key, JSON.stringify(entries));
  }
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]') as unknown;
  } catch {
    return [];
  }
}
