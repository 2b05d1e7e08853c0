import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One mail that proves an address for a link, by its code or by its link. */
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

  /** HMAC: a plain hash of six digits is found by trying all. Null: the mail has a link only. */
  @Column('text', { name: 'code_hash', nullable: true })
  codeHash!: string | null;

  /** Wrong codes of the browser that knows `id`. */
  @Column('int')
  tries!: number;

  /** Wrong codes of clients that named no challenge. They never end the tries of the browser that knows `id`. */
  @Column('int', { name: 'unnamed_tries' })
  unnamedTries!: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
