import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { type InputOf, type OutputOf, reportMissingContent } from '@waybill/contracts';
import { MissingContentService } from './missing-content.service.js';

@Controller()
export class MissingContentRequests {
  constructor(private readonly missing: MissingContentService) {}

  @Handles(reportMissingContent)
  async report({
    fileId,
    objectKey,
  }: InputOf<typeof reportMissingContent>): Promise<OutputOf<typeof reportMissingContent>> {
    return { isLost: await this.missing.report(fileId, objectKey) };
  }
}
