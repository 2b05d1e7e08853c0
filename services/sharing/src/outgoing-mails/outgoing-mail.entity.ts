import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A mail that is to leave, or left. The row is the truth; the job is only its alarm clock. A mail waits for as
 * long as `nextAttemptAt` is set, and ends by `sentAt` or by `failedAt`. From then on its body, which may hold the
 * key to an account, is gone.
 */
@Entity('mails')
export class OutgoingMail {
  /** Also the mail's Message-ID, and the id of the link in a share mail. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text', { name: 'to_name' })
  toName!: string;

  @Column('text', { name: 'to_address' })
  toAddress!: string;

  @Column('text', { name: 'reply_to_name', nullable: true })
  replyToName!: string | null;

  @Column('text', { name: 'reply_to_address', nullable: true })
  replyToAddress!: string | null;

  @Column('text')
  subject!: string;

  @Column('jsonb', { nullable: true })
  body!: { readonly text: string; readonly html: string } | null;

  /** Account the mail is about, if any. */
  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null;

  /** File the mail shares, if any. */
  @Column('uuid', { name: 'file_id', nullable: true })
  fileId!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** When the mail is of no use any more, and is not tried again. */
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('integer')
  attempts!: number;

  @Column('timestamptz', { name: 'next_attempt_at', nullable: true })
  nextAttemptAt!: Date | null;

  @Column('timestamptz', { name: 'sent_at', nullable: true })
  sentAt!: Date | null;

  @Column('timestamptz', { name: 'failed_at', nullable: true })
  failedAt!: Date | null;

  /** For the operator: what the mail server said last. */
  @Column('text', { name: 'last_error', nullable: true })
  lastError!: string | null;
}
