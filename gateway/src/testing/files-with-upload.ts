import { Bus } from '@waybill/bus/client';
import { beginAppend, type ObjectTicket, type RequestContract } from '@waybill/contracts';

/** Id of the upload, and of the file that it becomes. */
export const UPLOAD_ID = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';

/** Headers of the PATCH that sends the first bytes of an upload (tus 1.0.0). */
export const patchHeaders = {
  'tus-resumable': '1.0.0',
  'upload-offset': '0',
  'content-type': 'application/offset+octet-stream',
};

/** The files service with one upload. The test replies to all requests but `beginAppend`. */
export class FilesWithUpload extends Bus {
  ticket!: ObjectTicket;
  /** Size of the upload in bytes. */
  length = 10;
  readonly expiresAt = '2099-01-01T00:00:00Z';

  constructor(private readonly reply: (name: string, input: unknown) => object) {
    super();
  }

  request({ name }: RequestContract, input: unknown): Promise<never> {
    const replying = () => (name === beginAppend.name ? this.begun() : this.reply(name, input));
    return Promise.resolve().then(replying) as Promise<never>;
  }

  /** The reply to `beginAppend`. */
  begun() {
    const { ticket, length } = this;
    const limits = { maxFileSize: 1000, tier: 'free', originalName: 'a.txt' };
    const writing = { writer: UPLOAD_ID, ticket, since: null, length, ...limits };
    return { writing, expiresAt: this.expiresAt };
  }
}
