import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mail by which a visitor of a link proves an e-mail address: with its code, or with the link in it. */
@Entity('link_challenges')
export class LinkChallenge {
  /** Known to the browser that asked for the mail. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'link_id' })
  linkId!: string;

  /** Spelled as the visitor entered it. */
  @Column('text')
  email!: string;

  @Column('text', { name: 'email_key' })
  emailKey!: string;

  /** HMAC, because a plain hash of six digits is reversed by brute force. Null: the mail has a link only. */
  @Column('text', { name: 'code_hash', nullable: true })
  codeHash!: string | null;

  /** Wrong codes of the browser that knows `id`. */
  @Column('int')
  tries!: number;

  /** Wrong codes without a challenge. Counted apart, so that a stranger cannot use up `tries`. */
  @Column('int', { name: 'unnamed_tries' })
  unnamedTries!: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
