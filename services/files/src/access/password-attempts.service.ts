import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import { clientOf, type Limit, type LimitState, networkOf, RateLimiter } from '@waybill/redis';
import { verifyPassword } from '@waybill/service-kit/password-hash';
import { SecurityLog } from '@waybill/service-kit';
import {
  knownNetwork,
  wrongPasswordsPerNetwork,
  perTarget,
  perTargetAndNetwork,
  perTargetAndNetworkUnderAttack,
  slowdownMs,
} from './password-attempt.limits.js';
import { recordRefusals, type RefusalEvents } from './record-refusals.js';

const refusals: RefusalEvents = {
  'files.incorrect-password': 'file-password.failed',
  'files.too-many-attempts': 'file-password.locked',
};

/** Target of a password: a file, a bundle, a link or a file request. */
export interface ProtectedEntity {
  readonly id: string;
  /** Incremented with each change of the password. */
  readonly passwordVersion: number;
}

/** Verifies passwords of strangers, with rate limits against brute force. */
@Injectable()
export class PasswordAttemptsService {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly securityLog: SecurityLog,
  ) {}

  /** @throws AppError `files.incorrect-password`, `files.too-many-attempts`, and those of `verifyPassword` */
  async verify(
    entity: ProtectedEntity,
    passwordHash: string,
    password: string,
    address: string,
  ): Promise<void> {
    await recordRefusals(this.securityLog, refusals, address, () =>
      this.attempt(entity, passwordHash, password, address),
    );
  }

  private async attempt(
    { id, passwordVersion }: ProtectedEntity,
    passwordHash: string,
    password: string,
    address: string,
  ): Promise<void> {
    const pair = `${id}/${networkOf(address)}`;
    const knownKey = `${pair}/${passwordVersion}`;
    // Consumed before the verification, so that concurrent guesses count too.
    const attempts = await this.limiter.consume(perTargetAndNetwork, pair);
    requireAllowed(attempts);
    requireAllowed(await this.limiter.peekForNetwork(wrongPasswordsPerNetwork, address));
    const underAttack = (await this.isKnown(knownKey)) ? null : await this.limitUnderAttack(id, pair);
    const consumed = underAttack
      ? [perTargetAndNetwork, perTargetAndNetworkUnderAttack]
      : [perTargetAndNetwork];
    const hold = async () =>
      requireAllowed(await this.limiter.holdForNetwork(wrongPasswordsPerNetwork, address));
    const isCorrect = await this.orGiveBack(consumed, pair, () =>
      verifyPassword(passwordHash, password, clientOf(address), hold),
    );
    if (isCorrect) {
      await this.limiter.giveBackForNetwork(wrongPasswordsPerNetwork, address);
      await this.limiter.consume(knownNetwork, knownKey);
      return this.limiter.reset(perTargetAndNetwork, pair);
    }
    await this.limiter.consume(perTarget, id);
    if (underAttack) throw refusal(underAttack);
    await sleep(slowdownMs(perTargetAndNetwork.points - attempts.remaining));
    throw new AppError('files.incorrect-password');
  }

  /** A password that was not verified, because too many wait, costs no attempt. @throws the error of `verification` */
  private async orGiveBack(
    consumed: readonly Limit[],
    pair: string,
    verification: () => Promise<boolean>,
  ): Promise<boolean> {
    try {
      return await verification();
    } catch (error) {
      for (const limit of consumed) await this.limiter.giveBack(limit, pair);
      throw error;
    }
  }

  /**
   * @returns null when the limit of the target is not exceeded; else that limit, while the network has attempts left
   * @throws AppError `files.too-many-attempts` when it has none left
   */
  private async limitUnderAttack(id: string, pair: string): Promise<LimitState | null> {
    const limit = await this.limiter.peek(perTarget, id);
    if (limit.allowed) return null;
    requireAllowed(await this.limiter.consume(perTargetAndNetworkUnderAttack, pair));
    return limit;
  }

  private async isKnown(key: string): Promise<boolean> {
    return (await this.limiter.peek(knownNetwork, key)).remaining < knownNetwork.points;
  }
}

function requireAllowed(limit: LimitState): void {
  if (!limit.allowed) throw refusal(limit);
}

function refusal({ retryAfterSeconds }: LimitState): AppError {
  return new AppError('files.too-many-attempts', undefined, { retryAfterSeconds });
}
