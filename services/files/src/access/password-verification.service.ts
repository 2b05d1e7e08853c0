import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AppError, type InputOf, type verifyFilePassword } from '@waybill/contracts';
import { type LimitState, networkOf, RateLimiter } from '@waybill/redis';
import { FileLookupService } from '../file/file-lookup.service.js';
import { verifyPassword } from '@waybill/service-kit/password-hash';
import { FileAccessPolicy } from './file-access.policy.js';
import { perAddress, perFile, perFileAndAddress, slowdownMs } from './password-attempt.limits.js';
import { Semaphore } from './semaphore.js';
import { VERIFICATION_TTL_MS } from './verification-tokens.js';

/** Verifications at once in one process: each takes 19 MiB and a thread. */
const PLACES = 2;

/** Takes passwords of protected files and makes guessing them hopeless. */
@Injectable()
export class PasswordVerificationService {
  private readonly turnstile = new Semaphore(PLACES);

  constructor(
    private readonly files: FileLookupService,
    private readonly limiter: RateLimiter,
    private readonly gate: FileAccessPolicy,
  ) {}

  /**
   * @returns a token; for a file without a password too, so that a link whose protection just went still opens
   * @throws AppError `files.incorrect-password`, `files.too-many-attempts`, `files.expired`, `files.not-found`
   */
  async verify({ fileId, password, address }: InputOf<typeof verifyFilePassword>): Promise<string> {
    const file = await this.files.find(fileId);
    const { passwordHash } = file;
    if (passwordHash !== null) {
      await this.guard(fileId, networkOf(address), () => verifyPassword(passwordHash, password));
    }
    return this.gate.issueToken(file, VERIFICATION_TTL_MS);
  }

  private async guard(fileId: string, network: string, matches: () => Promise<boolean>): Promise<void> {
    const pair = `${fileId}/${network}`;
    // Spent before the password is looked at, so that guesses sent all at once count as well.
    const spent = await this.limiter.consume(perFileAndAddress, pair);
    requireAllowed(spent);
    const isRight = await this.turnstile.run(async () => {
      requireAllowed(await this.limiter.peek(perFile, fileId));
      requireAllowed(await this.limiter.peek(perAddress, network));
      return matches();
    });
    if (isRight) return this.limiter.reset(perFileAndAddress, pair);
    await this.limiter.consume(perFile, fileId);
    await this.limiter.consume(perAddress, network);
    await pause(slowdownMs(perFileAndAddress.points - spent.remaining));
    throw new AppError('files.incorrect-password');
  }
}

function requireAllowed({ allowed, retryAfterSeconds }: LimitState): void {
  if (!allowed) throw new AppError('files.too-many-attempts', undefined, { retryAfterSeconds });
}
