import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Id of an expired file whose first link was on, so that its link answers "expired" instead of "not found". */
@Entity('expired_files')
export class ExpiredFile {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('timestamptz', { name: 'expired_at' })
  expiredAt!: Date;
}
