import { Readable } from 'node:stream';
import {
  beginAppend,
  type Caller,
  changeFileRequest,
  createFileRequest,
  createResumableUpload,
  type FileRequestSettings,
  finishResumableUpload,
  getFileRequest,
  type InputOf,
  listFiles,
  type NewFileRequest,
  type OutputOf,
} from '@waybill/contracts';
import { EncryptedAppends } from '@waybill/storage';
import type { FilesTestApp } from './files-test-app.js';

type Creation = Partial<InputOf<typeof createResumableUpload>>;
type Made = OutputOf<typeof createFileRequest>;

/** File requests of one owner in tests, and uploads of strangers to them. */
export class FileRequestTestKit {
  constructor(
    private readonly files: FilesTestApp,
    private readonly owner: Caller,
  ) {}

  make(form: Partial<NewFileRequest> = {}, caller: Caller = this.owner): Promise<Made> {
    return this.files.request(createFileRequest, { caller, form: { title: 'Invoices', ...form } });
  }

  change(requestId: string, settings: FileRequestSettings, caller: Caller = this.owner): Promise<Made> {
    return this.files.request(changeFileRequest, { requestId, caller, settings });
  }

  show(slug: string): Promise<OutputOf<typeof getFileRequest>> {
    return this.files.request(getFileRequest, { slug });
  }

  /** Creates an upload to the request. */
  async begin(slug: string, sender: Caller, creation: Creation = {}): Promise<string> {
    const { target, ...others } = creation;
    const { uploadId } = await this.files.request(createResumableUpload, {
      caller: sender,
      token: null,
      originalName: 'a.txt',
      metadata: 'filename YS50eHQ=',
      length: 5,
      writes: false,
      target: { request: slug, sender: 'Grace Hopper', ...target },
      ...others,
    });
    return uploadId;
  }

  /** Sends all bytes of an upload, like the gateway. */
  async finish(uploadId: string, sender: Caller, text = 'hello'): Promise<void> {
    const { writing } = await this.files.request(beginAppend, {
      uploadId,
      caller: sender,
      offset: 0,
      length: null,
    });
    if (!writing) throw new Error('The upload is finished already');
    const { ticket, writer } = writing;
    const { size, crc32 } = await this.files
      .get(EncryptedAppends)
      .append(ticket, null, Readable.from([Buffer.from(text)]), { writer, completes: () => true });
    await this.files.request(finishResumableUpload, {
      uploadId,
      writer,
      size,
      crc32,
      mimeType: 'text/plain',
    });
  }

  /** Creates an upload to the request whose only append is in progress. @returns ends the append and the upload */
  async beginOnce(slug: string, sender: Caller): Promise<() => Promise<void>> {
    const uploadId = await this.begin(slug, sender);
    const caller = sender;
    const { writing } = await this.files.request(beginAppend, { uploadId, caller, offset: 0, length: null });
    const part = { uploadId, writer: writing?.writer ?? '', size: 5, mimeType: 'text/plain' };
    return async () => {
      await this.files.request(finishResumableUpload, part);
    };
  }

  async send(slug: string, sender: Caller, creation: Creation = {}): Promise<string> {
    const uploadId = await this.begin(slug, sender, creation);
    await this.finish(uploadId, sender);
    return uploadId;
  }

  async filesOf(caller: Caller = this.owner) {
    return (await this.files.request(listFiles, { caller })).files;
  }
}
