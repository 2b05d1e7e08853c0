import type { Upload, UploadOptions } from 'tus-js-client';
import { State } from '../settings/state.js';

type UrlStorage = NonNullable<UploadOptions['urlStorage']>;
type PreviousUpload = Parameters<Upload['resumeFromPreviousUpload']>[0];

/** Addresses of unfinished uploads, by the fingerprint of their file. */
export class UploadUrls implements UrlStorage {
  private readonly state = new State<PreviousUpload>('uploads');

  async findAllUploads(): Promise<PreviousUpload[]> {
    return Promise.resolve([]);
  }

  async findUploadsByFingerprint(fingerprint: string): Promise<PreviousUpload[]> {
    const found = await this.state.find(fingerprint);
    return found ? [{ ...found, urlStorageKey: fingerprint }] : [];
  }

  removeUpload(fingerprint: string): Promise<void> {
    return this.state.remove(fingerprint);
  }

  async addUpload(fingerprint: string, upload: PreviousUpload): Promise<string> {
    await this.state.save(fingerprint, upload);
    return fingerprint;
  }
}
