import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import {
  type createInvitation,
  emailKey,
  type InputOf,
  invitationCreated,
  type OutputOf,
} from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager, LessThan, MoreThan } from 'typeorm';
import { hashToken, newSecretToken } from '../credentials/secret-token.js';
import { Invitation } from './invitation.entity.js';

const TTL_MS = 14 * 24 * 3_600_000;

/** Invitations to sign up. */
@Injectable()
export class InvitationService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Invites an address. A second invitation of the same address replaces the first. */
  async create({ email }: InputOf<typeof createInvitation>): Promise<OutputOf<typeof createInvitation>> {
    const { token, hash } = newSecretToken();
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + TTL_MS);
    const invitation = { emailKey: emailKey(email), tokenHash: hash, email, createdAt, expiresAt };
    await this.database.transaction(async (manager) => {
      await manager.delete(Invitation, { expiresAt: LessThan(createdAt) });
      await manager.upsert(Invitation, invitation, ['emailKey']);
      const data = { email, token, expiresAt: expiresAt.toISOString() };
      await this.outbox.add(manager, invitationCreated, invitation.emailKey, data);
    });
    return { email, token, expiresAt: expiresAt.toISOString() };
  }

  /** Whether the token invites this address and has neither expired nor been used up. */
  async isValid(token: string, email: string): Promise<boolean> {
    return this.database.manager.existsBy(Invitation, {
      emailKey: emailKey(email),
      tokenHash: hashToken(token),
      expiresAt: MoreThan(this.clock.now()),
    });
  }

  /** Uses up the invitation of an address whose account was activated. */
  async useUp(manager: EntityManager, key: string): Promise<void> {
    await manager.delete(Invitation, { emailKey: key });
  }
}
