import { Injectable } from '@nestjs/common';
import type { InputOf, verifyFilePassword } from '@waybill/contracts';
import { AccessService } from './access.service.js';
import { VerificationTokensService, fileSubject } from './verification-tokens.service.js';
import { VERIFICATION_TTL_MS } from './verification-tokens.js';
import { PasswordAttemptsService } from './password-attempts.service.js';

/** Exchanges the password of a file for a verification token. */
@Injectable()
export class PasswordVerificationService {
  constructor(
    private readonly access: AccessService,
    private readonly attempts: PasswordAttemptsService,
    private readonly tokens: VerificationTokensService,
  ) {}

  /**
   * @returns a verification token; also for a file without a password, in case the owner removed it a moment ago
   * @throws AppError of `AccessService.open`, `files.incorrect-password`, `files.too-many-attempts`
   */
  async verify({
    fileId,
    password,
    address,
    ...request
  }: InputOf<typeof verifyFilePassword>): Promise<string> {
    const { file } = await this.access.open(fileId, { ...request, action: 'verify-password' });
    const { passwordHash } = file;
    if (passwordHash !== null) await this.attempts.verify(file, passwordHash, password, address);
    return this.tokens.issue(fileSubject(file), VERIFICATION_TTL_MS);
  }
}
