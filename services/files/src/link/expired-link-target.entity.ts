import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Address of a link whose target expired, so that it answers "expired" instead of "not found". */
@Entity('expired_link_targets')
export class ExpiredLinkTarget {
  /** A slug can contain a person's name: only its hash outlives the link. */
  @PrimaryColumn('text', { name: 'slug_hash' })
  slugHash!: string;

  @Column('timestamptz', { name: 'expired_at' })
  expiredAt!: Date;
}
