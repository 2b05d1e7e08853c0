import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import {
  type InputOf,
  issueViewerToken,
  openFile,
  type OutputOf,
  recordVisit,
  verifyFilePassword,
} from '@waybill/contracts';
import { PasswordVerification } from './password-verification.service.js';
import { Tickets } from './tickets.service.js';
import { Visits } from './visits.service.js';

@Controller()
export class AccessController {
  constructor(
    private readonly passwords: PasswordVerification,
    private readonly tickets: Tickets,
    private readonly visits: Visits,
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

  @Handles(recordVisit)
  async record(visit: InputOf<typeof recordVisit>): Promise<OutputOf<typeof recordVisit>> {
    return { counted: await this.visits.record(visit) };
  }
}
