import { Injectable } from '@nestjs/common';
import { Clock } from '@waybill/service-kit';
import { DataSource, MoreThan } from 'typeorm';
import type { z } from 'zod';
import { hashToken, newSecretToken } from '../credentials/secret-token.js';
import { SignInChallenge } from './sign-in-challenge.entity.js';

/** A kind of challenge: its name, the schema of its data, and its lifetime. */
export interface ChallengeKind<S extends z.ZodType> {
  readonly name: string;
  readonly data: S;
  readonly ttlMs: number;
}

/**
 * One-time challenges, stored in the database. So any replica can handle the next call of a sign-in, and concurrent
 * calls cannot take the same challenge twice.
 */
@Injectable()
export class ChallengeService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @returns the token with which `take` and `read` find the challenge */
  async create<S extends z.ZodType>(kind: ChallengeKind<S>, data: z.infer<S>): Promise<string> {
    const { token, hash } = newSecretToken();
    await this.deleteExpired();
    await this.database.manager.insert(SignInChallenge, {
      tokenHash: hash,
      kind: kind.name,
      data: data as object,
      expiresAt: new Date(this.clock.now().getTime() + kind.ttlMs),
    });
    return token;
  }

  /**
   * Deletes a challenge and returns its data. Null for a token that is unknown, expired or already taken, and for a
   * challenge with the data of another version.
   */
  async take<S extends z.ZodType>(kind: ChallengeKind<S>, token: string | null): Promise<z.infer<S> | null> {
    if (token === null) return null;
    const [rows] = await this.database.query<[{ data: unknown }[], number]>(
      'DELETE FROM sign_in_challenges WHERE token_hash = $1 AND kind = $2 AND expires_at > $3 RETURNING data',
      [hashToken(token), kind.name, this.clock.now()],
    );
    return kind.data.safeParse(rows[0]?.data).data ?? null;
  }

  /** Like `take`, but does not delete the challenge. */
  async read<S extends z.ZodType>(kind: ChallengeKind<S>, token: string | null): Promise<z.infer<S> | null> {
    if (token === null) return null;
    const row = await this.database.manager.findOneBy(SignInChallenge, {
      tokenHash: hashToken(token),
      kind: kind.name,
      expiresAt: MoreThan(this.clock.now()),
    });
    return kind.data.safeParse(row?.data).data ?? null;
  }

  /** Deletes expired challenges, at most a hundred per call, so that no sign-in waits for many. */
  private async deleteExpired(): Promise<void> {
    await this.database.query(
      `DELETE FROM sign_in_challenges WHERE token_hash = ANY (ARRAY(
         SELECT token_hash FROM sign_in_challenges WHERE expires_at <= $1 LIMIT 100 FOR UPDATE SKIP LOCKED))`,
      [this.clock.now()],
    );
  }
}
