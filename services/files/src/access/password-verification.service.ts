import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AppError, type InputOf, type verifyFilePassword } from '@waybill/contracts';
import { type LimitState, networkOf, RateLimiter } from '@waybill/redis';
import { verifyPassword } from '@waybill/service-kit/password-hash';
import type { SharedFile } from '../file/shared-file.entity.js';
import { AccessService } from './access.service.js';
import { AccessTokensService, fileSubject } from './access-tokens.service.js';
import {
  knownNetwork,
  perAddress,
  perFile,
  perFileAndAddress,
  slowdownMs,
} from './password-attempt.limits.js';
import { Semaphore } from './semaphore.js';
import { VERIFICATION_TTL_MS } from './access-tokens.js';

/** Concurrent verifications in one process. Each takes 19 MiB and a thread. */
const CONCURRENCY = 2;

/** Verifies passwords of protected files, and limits wrong attempts. */
@Injectable()
export class PasswordVerificationService {
  private readonly semaphore = new Semaphore(CONCURRENCY);

  constructor(
    private readonly access: AccessService,
    private readonly limiter: RateLimiter,
    private readonly tokens: AccessTokensService,
  ) {}

  /**
   * @returns a verification token; also for a file without a password, in case the owner removed it a moment ago
   * @throws AppError `files.incorrect-password`, `files.too-many-attempts`, `files.expired`, `files.not-found`
   */
  async verify({
    fileId,
    password,
    address,
    ...request
  }: InputOf<typeof verifyFilePassword>): Promise<string> {
    const { file } = await this.access.open(fileId, { ...request, action: 'verify-password' });
    const { passwordHash } = file;
    if (passwordHash !== null) {
      await this.guard(file, networkOf(address), () => verifyPassword(passwordHash, password));
    }
    return this.tokens.issue(fileSubject(file), VERIFICATION_TTL_MS);
  }

  private async guard(
    { id: fileId, passwordVersion }: Pick<SharedFile, 'id' | 'passwordVersion'>,
    network: string,
    matches: () => Promise<boolean>,
  ): Promise<void> {
    const pair = `${fileId}/${network}`;
    const knownKey = `${pair}/${passwordVersion}`;
    // Consumed before the verification, so that concurrent guesses count too.
    const attempts = await this.limiter.consume(perFileAndAddress, pair);
    requireAllowed(attempts);
    const isCorrect = await this.semaphore.run(async () => {
      if (!(await this.isKnown(knownKey))) requireAllowed(await this.limiter.peek(perFile, fileId));
      requireAllowed(await this.limiter.peek(perAddress, network));
      return matches();
    });
    if (isCorrect) {
      await this.limiter.consume(knownNetwork, knownKey);
      return this.limiter.reset(perFileAndAddress, pair);
    }
    await this.limiter.consume(perFile, fileId);
    await this.limiter.consume(perAddress, network);
    await pause(slowdownMs(perFileAndAddress.points - attempts.remaining));
    throw new AppError('files.incorrect-password');
  }

  private async isKnown(key: string): Promise<boolean> {
    return (await this.limiter.peek(knownNetwork, key)).remaining < knownNetwork.points;
  }
}

function requireAllowed({ allowed, retryAfterSeconds }: LimitState): void {
  if (!allowed) throw new AppError('files.too-many-attempts', undefined, { retryAfterSeconds });
}
