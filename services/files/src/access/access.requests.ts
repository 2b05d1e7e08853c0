import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import {
  type InputOf,
  issueViewerToken,
  openFile,
  type OutputOf,
  verifyFilePassword,
} from '@waybill/contracts';
import { PasswordVerificationService } from './password-verification.service.js';
import { FileTicketsService } from './file-tickets.service.js';

@Controller()
export class AccessRequests {
  constructor(
    private readonly passwords: PasswordVerificationService,
    private readonly tickets: FileTicketsService,
  ) {}

  @Handles(verifyFilePassword)
  async verify(given: InputOf<typeof verifyFilePassword>): Promise<OutputOf<typeof verifyFilePassword>> {
    return { verified: true, token: await this.passwords.verify(given) };
  }

  @Handles(openFile)
  async open(asked: InputOf<typeof openFile>): Promise<OutputOf<typeof openFile>> {
    return this.tickets.open(asked);
  }

  @Handles(issueViewerToken)
  async issue(asked: InputOf<typeof issueViewerToken>): Promise<OutputOf<typeof issueViewerToken>> {
    return { token: await this.tickets.issueViewerToken(asked) };
  }
}
