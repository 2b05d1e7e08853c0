import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import {
  beginAppend,
  createResumableUpload,
  deleteResumableUpload,
  discardAppendedBytes,
  finishResumableUpload,
  getResumableUpload,
  getUploadLimits,
  type InputOf,
  type OutputOf,
  saveAppend,
} from '@waybill/contracts';
import { AppendsService } from './appends.service.js';
import { ResumableFinishService } from './resumable-finish.service.js';
import { ResumableUploadsService } from './resumable-uploads.service.js';

@Controller()
export class ResumableUploadRequests {
  constructor(
    private readonly uploads: ResumableUploadsService,
    private readonly appends: AppendsService,
    private readonly finishing: ResumableFinishService,
  ) {}

  @Handles(getUploadLimits)
  async limits({ caller }: InputOf<typeof getUploadLimits>): Promise<OutputOf<typeof getUploadLimits>> {
    return { maxFileSize: await this.uploads.maxFileSize(caller) };
  }

  @Handles(createResumableUpload)
  async create(
    input: InputOf<typeof createResumableUpload>,
  ): Promise<OutputOf<typeof createResumableUpload>> {
    return this.uploads.create(input);
  }

  @Handles(getResumableUpload)
  async get({
    uploadId,
    caller,
  }: InputOf<typeof getResumableUpload>): Promise<OutputOf<typeof getResumableUpload>> {
    return this.uploads.get(uploadId, caller);
  }

  @Handles(beginAppend)
  async begin(input: InputOf<typeof beginAppend>): Promise<OutputOf<typeof beginAppend>> {
    return this.appends.begin(input);
  }

  @Handles(saveAppend)
  async save(input: InputOf<typeof saveAppend>): Promise<OutputOf<typeof saveAppend>> {
    return this.appends.save(input);
  }

  @Handles(finishResumableUpload)
  async finish(
    input: InputOf<typeof finishResumableUpload>,
  ): Promise<OutputOf<typeof finishResumableUpload>> {
    return this.finishing.finish(input);
  }

  @Handles(deleteResumableUpload)
  async delete({
    uploadId,
    caller,
  }: InputOf<typeof deleteResumableUpload>): Promise<OutputOf<typeof deleteResumableUpload>> {
    await this.uploads.delete(uploadId, caller);
    return {};
  }

  @Handles(discardAppendedBytes)
  async discard({
    objectKey,
  }: InputOf<typeof discardAppendedBytes>): Promise<OutputOf<typeof discardAppendedBytes>> {
    await this.uploads.discard(objectKey);
    return {};
  }
}
