import {
  type BundleSettings,
  type BundleView,
  type Caller,
  changeBundle,
  createBundle,
  createResumableUpload,
  finishResumableUpload,
  getBundle,
  verifyBundlePassword,
} from '@waybill/contracts';
import { type FilesTestApp, stranger } from './files-test-app.js';

/** Requests about bundles, as tests send them. */
export class BundleTestKit {
  constructor(private readonly files: FilesTestApp) {}

  create(caller: Caller, fileIds: string[] = [], name?: string) {
    return this.files.request(createBundle, {
      caller,
      form: { fileIds, ...(name !== undefined && { name }) },
    });
  }

  change(bundleId: string, caller: Caller, settings: BundleSettings) {
    return this.files.request(changeBundle, { bundleId, caller, settings });
  }

  get(bundleId: string, caller: Caller = stranger, token: string | null = null) {
    return this.files.request(getBundle, { bundleId, caller, token });
  }

  async upload(caller: Caller, names: string[]): Promise<string[]> {
    const uploaded = await this.files.upload(
      caller,
      names.map((name) => ({ name })),
    );
    return uploaded.files.map(({ id }) => id);
  }

  /** Begins an upload into the bundle as tus does, with its only request still in progress. */
  async beginUploadInto(bundle: string, caller: Caller) {
    const { uploadId, writing } = await this.files.request(createResumableUpload, {
      caller,
      token: null,
      originalName: 'late.txt',
      metadata: '',
      length: 5,
      target: { bundle },
      writes: true,
    });
    const finish = async () => {
      const part = { uploadId, writer: writing?.writer ?? '', size: 5, mimeType: 'text/plain' };
      await this.files.request(finishResumableUpload, part);
      return uploadId;
    };
    return { finish };
  }

  async uploadInto(bundle: string, caller: Caller): Promise<void> {
    await (await this.beginUploadInto(bundle, caller)).finish();
  }

  /** A bundle of two files with the password "open sesame", and a token for it. */
  async protectedBundle() {
    const caller = await this.files.account('pro');
    const fileIds = await this.upload(caller, ['a.txt', 'b.txt']);
    const { id } = await this.create(caller, fileIds);
    await this.change(id, caller, { password: 'open sesame' });
    const address = stranger.address;
    const { token } = await this.files.request(verifyBundlePassword, {
      bundleId: id,
      password: 'open sesame',
      address,
    });
    return { caller, fileIds, id, token };
  }
}

export const pathsOf = (bundle: BundleView) => bundle.files.map(({ path }) => path);
