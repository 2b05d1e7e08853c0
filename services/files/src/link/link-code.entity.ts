import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last code that was mailed to an address for a link. */
@Entity('link_codes')
export class LinkCode {
  @PrimaryColumn('uuid', { name: 'link_id' })
  linkId!: string;

  @PrimaryColumn('text', { name: 'email_key' })
  emailKey!: string;

  /** HMAC: a plain hash of six digits is found by trying all. */
  @Column('text', { name: 'code_hash' })
  codeHash!: string;

  /** Wrong codes so far. */
  @Column('int')
  tries!: number;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
