import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A code that a replica of the previous version mailed. `LinkChallenge` replaced it. Dropped with the next release. */
@Entity('link_codes')
export class LinkCode {
  @PrimaryColumn('uuid', { name: 'link_id' })
  linkId!: string;

  @PrimaryColumn('text', { name: 'email_key' })
  emailKey!: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
