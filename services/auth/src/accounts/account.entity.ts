import type { PlanId } from '@waybill/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person with an account: the contracts' "user". */
@Entity('accounts')
export class Account {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  /** As its owner gave it; mails go there. */
  @Column('text')
  email!: string;

  /** `emailKey(email)`; unique. */
  @Column('text', { name: 'email_key' })
  emailKey!: string;

  /** argon2id, PHC string. */
  @Column('text', { name: 'password_hash' })
  passwordHash!: string;

  /** Null until the e-mail address was confirmed; until then the account is nobody's. */
  @Column('timestamptz', { name: 'activated_at', nullable: true })
  activatedAt!: Date | null;

  /** What billing last announced. What the account may do now can be more: `effectivePlan`. */
  @Column('text')
  plan!: PlanId;

  /** Version of the announcement `plan` comes from. */
  @Column('integer', { name: 'plan_version' })
  planVersion!: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
