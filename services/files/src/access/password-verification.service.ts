import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AppError, type InputOf, type verifyFilePassword } from '@waybill/contracts';
import { type LimitState, networkOf, RateLimiter } from '@waybill/redis';
import { FileLookup } from '../catalogue/file-lookup.js';
import { verifyPassword } from '@waybill/service-kit/password-hash';
import { Gate } from './gate.js';
import { perAddress, perFile, perFileAndAddress, slowdownMs } from './guessing.rules.js';
import { Turnstile } from './turnstile.js';
import { VERIFIED_FOR_MS } from './verification-tokens.js';

/** Verifications at once in one process: each takes 19 MiB and a thread. */
const PLACES = 2;

/** Takes passwords of protected files and makes guessing them hopeless. */
@Injectable()
export class PasswordVerification {
  private readonly turnstile = new Turnstile(PLACES);

  constructor(
    private readonly files: FileLookup,
    private readonly limiter: RateLimiter,
    private readonly gate: Gate,
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
    return this.gate.issueToken(file, VERIFIED_FOR_MS);
  }

  private async guard(fileId: string, network: string, matches: () => Promise<boolean>): Promise<void> {
    const pair = `${fileId}/${network}`;
    // Spent before the password is looked at, so that guesses sent all at once count as well.
    const spent = await this.limiter.consume(perFileAndAddress, pair);
    requireAllowed(spent);
    const isRight = await this.turnstile.pass(async () => {
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
