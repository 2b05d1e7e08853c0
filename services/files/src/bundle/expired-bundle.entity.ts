import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Id of an expired bundle whose first link was on, so that its link answers "expired" instead of "not found". */
@Entity('expired_bundles')
export class ExpiredBundle {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('timestamptz', { name: 'expired_at' })
  expiredAt!: Date;
}
