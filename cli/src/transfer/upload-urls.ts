import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Upload, UploadOptions } from 'tus-js-client';
import { stateFolder } from '../settings/locations.js';
import { readJsonFile, writePrivateFile } from '../settings/private-file.js';

type UrlStorage = NonNullable<UploadOptions['urlStorage']>;
type PreviousUpload = Parameters<Upload['resumeFromPreviousUpload']>[0];

/** Addresses of unfinished uploads, a file each, so that uploads at the same time do not wait for one another. */
export class UploadUrls implements UrlStorage {
  private readonly folder = join(stateFolder(), 'uploads');

  async findAllUploads(): Promise<PreviousUpload[]> {
    return Promise.resolve([]);
  }

  async findUploadsByFingerprint(fingerprint: string): Promise<PreviousUpload[]> {
    const path = this.pathOf(fingerprint);
    const found = (await readJsonFile(path)) as PreviousUpload | undefined;
    return found ? [{ ...found, urlStorageKey: path }] : [];
  }

  removeUpload(path: string): Promise<void> {
    return rm(path, { force: true });
  }

  async addUpload(fingerprint: string, upload: PreviousUpload): Promise<string> {
    const path = this.pathOf(fingerprint);
    await writePrivateFile(path, JSON.stringify(upload));
    return path;
  }

  private pathOf(fingerprint: string): string {
    return join(this.folder, createHash('sha256').update(fingerprint).digest('hex').slice(0, 32));
  }
}
