import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A code that a replica of version 0.2 mailed. Unused since 0.3.0: `LinkChallenge` replaced it. */
@Entity('link_codes')
export class LinkCode {
  @PrimaryColumn('uuid', { name: 'link_id' })
  linkId!: string;

  @PrimaryColumn('text', { name: 'email_key' })
  emailKey!: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
