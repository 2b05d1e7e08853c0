import { Column, Entity, PrimaryColumn } from 'typeorm';

/** All that is left of an expired file: its id, so that its link answers "expired" and not "not found". */
@Entity('expired_files')
export class ExpiredFile {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('timestamptz', { name: 'expired_at' })
  expiredAt!: Date;
}
