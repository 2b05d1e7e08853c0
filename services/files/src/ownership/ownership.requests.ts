import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { claimFiles, type InputOf, type OutputOf } from '@waybill/contracts';
import { FileClaimService } from './file-claim.service.js';

@Controller()
export class OwnershipRequests {
  constructor(private readonly claims: FileClaimService) {}

  @Handles(claimFiles)
  async claim(input: InputOf<typeof claimFiles>): Promise<OutputOf<typeof claimFiles>> {
    return { moved: await this.claims.claim(input) };
  }
}
