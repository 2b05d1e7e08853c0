import type { Upload, UploadOptions } from 'tus-js-client';
import { State } from '../settings/state.js';

type UrlStorage = NonNullable<UploadOptions['urlStorage']>;
type PreviousUpload = Parameters<Upload['resumeFromPreviousUpload']>[0];

/** An unfinished upload, with the cookie by which Waybill knows a sender without a token. */
type StoredUpload = PreviousUpload & { readonly cookie?: string };

/** Addresses of unfinished uploads, by the fingerprint of their file. */
export class UploadUrls implements UrlStorage {
  private readonly state = new State<StoredUpload>('uploads');

  /** @param headers headers of the upload; their `cookie` is stored with its address, and set when it is resumed */
  constructor(private readonly headers: Record<string, string>) {}

  async findAllUploads(): Promise<PreviousUpload[]> {
    return Promise.resolve([]);
  }

  async findUploadsByFingerprint(fingerprint: string): Promise<PreviousUpload[]> {
    const found = await this.state.find(fingerprint);
    if (found?.cookie !== undefined) this.headers['cookie'] = found.cookie;
    return found ? [{ ...found, urlStorageKey: fingerprint }] : [];
  }

  removeUpload(fingerprint: string): Promise<void> {
    return this.state.remove(fingerprint);
  }

  async addUpload(fingerprint: string, upload: PreviousUpload): Promise<string> {
    const { cookie } = this.headers;
    await this.state.save(fingerprint, { ...upload, ...(cookie !== undefined && { cookie }) });
    return fingerprint;
  }
}
