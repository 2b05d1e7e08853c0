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
  async verify(input: InputOf<typeof verifyFilePassword>): Promise<OutputOf<typeof verifyFilePassword>> {
    return { verified: true, token: await this.passwords.verify(input) };
  }

  @Handles(openFile)
  async open(input: InputOf<typeof openFile>): Promise<OutputOf<typeof openFile>> {
    return this.tickets.open(input);
  }

  @Handles(issueViewerToken)
  async issue(input: InputOf<typeof issueViewerToken>): Promise<OutputOf<typeof issueViewerToken>> {
    return { token: await this.tickets.issueViewerToken(input) };
  }
}
