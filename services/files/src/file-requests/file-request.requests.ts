import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import {
  changeFileRequest,
  createFileRequest,
  deleteFileRequest,
  getFileRequest,
  type InputOf,
  listFileRequests,
  openFileRequest,
  type OutputOf,
} from '@waybill/contracts';
import { FileRequestOpeningService } from './file-request-opening.service.js';
import { FileRequestsService } from './file-requests.service.js';

@Controller()
export class FileRequestRequests {
  constructor(
    private readonly requests: FileRequestsService,
    private readonly openings: FileRequestOpeningService,
  ) {}

  @Handles(createFileRequest)
  create(input: InputOf<typeof createFileRequest>): Promise<OutputOf<typeof createFileRequest>> {
    return this.requests.create(input);
  }

  @Handles(listFileRequests)
  list(input: InputOf<typeof listFileRequests>): Promise<OutputOf<typeof listFileRequests>> {
    return this.requests.list(input);
  }

  @Handles(changeFileRequest)
  change(input: InputOf<typeof changeFileRequest>): Promise<OutputOf<typeof changeFileRequest>> {
    return this.requests.change(input);
  }

  @Handles(deleteFileRequest)
  async delete({
    requestId,
    caller,
  }: InputOf<typeof deleteFileRequest>): Promise<OutputOf<typeof deleteFileRequest>> {
    await this.requests.delete(requestId, caller);
    return {};
  }

  @Handles(getFileRequest)
  get(input: InputOf<typeof getFileRequest>): Promise<OutputOf<typeof getFileRequest>> {
    return this.openings.show(input);
  }

  @Handles(openFileRequest)
  open(input: InputOf<typeof openFileRequest>): Promise<OutputOf<typeof openFileRequest>> {
    return this.openings.open(input);
  }
}
