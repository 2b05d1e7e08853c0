import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import {
  abortUpload,
  addFileToUpload,
  commitUpload,
  type InputOf,
  openUpload,
  type OutputOf,
  renewUpload,
} from '@waybill/contracts';
import { UploadsService } from './uploads.service.js';

@Controller()
export class UploadRequests {
  constructor(private readonly uploads: UploadsService) {}

  @Handles(openUpload)
  async open(input: InputOf<typeof openUpload>): Promise<OutputOf<typeof openUpload>> {
    return this.uploads.open(input);
  }

  @Handles(addFileToUpload)
  async add(file: InputOf<typeof addFileToUpload>): Promise<OutputOf<typeof addFileToUpload>> {
    return this.uploads.add(file.uploadId, file.originalName);
  }

  @Handles(renewUpload)
  async renew({ uploadId }: InputOf<typeof renewUpload>): Promise<OutputOf<typeof renewUpload>> {
    await this.uploads.renew(uploadId);
    return {};
  }

  @Handles(commitUpload)
  async commit(upload: InputOf<typeof commitUpload>): Promise<OutputOf<typeof commitUpload>> {
    return this.uploads.commit(upload);
  }

  @Handles(abortUpload)
  async abort(upload: InputOf<typeof abortUpload>): Promise<OutputOf<typeof abortUpload>> {
    await this.uploads.abort(upload);
    return {};
  }
}
