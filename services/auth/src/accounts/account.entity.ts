import type { PlanId } from '@waybill/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An account: `User` in the API, `Person` for administrators. */
@Entity('accounts')
export class Account {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  /** In the spelling that its owner typed; recipient of all mails. */
  @Column('text')
  email!: string;

  /** `emailKey(email)`; unique. */
  @Column('text', { name: 'email_key' })
  emailKey!: string;

  /** argon2id, PHC string. */
  @Column('text', { name: 'password_hash' })
  passwordHash!: string;

  /**
   * Null until the account is activated: by a mailed link or a provider, or at sign-up without a mail server. Until
   * then the account has no owner.
   */
  @Column('timestamptz', { name: 'activated_at', nullable: true })
  activatedAt!: Date | null;

  /** Null until a mailed link or a provider has proved the address: stays null without a mail server. */
  @Column('timestamptz', { name: 'email_confirmed_at', nullable: true })
  emailConfirmedAt!: Date | null;

  /** False for an account of single sign-on. Its `passwordHash` is that of a random password. */
  @Column('boolean', { name: 'has_password', default: true })
  hasPassword!: boolean;

  /** Plan of the newest `billing.subscription.changed`. A promotion can add to it: `effectivePlan`. */
  @Column('text')
  plan!: PlanId;

  /** Version of the event that set `plan`. */
  @Column('integer', { name: 'plan_version' })
  planVersion!: number;

  /** A suspended account cannot log in, and has no sessions. Its files stay open. */
  @Column('timestamptz', { name: 'suspended_at', nullable: true })
  suspendedAt!: Date | null;

  /** Version of the events about its suspension. */
  @Column('integer', { name: 'suspension_version', default: 0 })
  suspensionVersion!: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
