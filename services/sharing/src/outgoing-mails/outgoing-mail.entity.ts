import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A queued or sent mail. The row is authoritative; its job only triggers an attempt. A mail is pending while
 * `nextAttemptAt` is set, and final once `sentAt` or `failedAt` is set. A final mail has no body, because a body can
 * contain an activation or reset token. A transient mail is deleted when it becomes final.
 */
@Entity('mails')
export class OutgoingMail {
  /** Also the Message-ID, and the link id of a share mail. */
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

  /** Stops mails of this kind with one POST. */
  @Column('text', { name: 'unsubscribe_url', nullable: true })
  unsubscribeUrl!: string | null;

  /** Whether the row is deleted once the mail is final, with the address of a person who has no account. */
  @Column('boolean', { name: 'is_transient' })
  isTransient!: boolean;

  /** Account the mail is about, if any. */
  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null;

  /** File or bundle the mail is about, if any. The mail is deleted with it. */
  @Column('uuid', { name: 'file_id', nullable: true })
  targetId!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** Time after which the mail is not attempted any more. */
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

  /** Last answer of the mail server, for the operator. */
  @Column('text', { name: 'last_error', nullable: true })
  lastError!: string | null;
}
