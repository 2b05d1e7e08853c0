import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A visit that may still go on: calls with its key belong to it until it was quiet for 30 minutes. */
@Entity('visit_windows')
export class VisitWindow {
  @PrimaryColumn('uuid', { name: 'file_id' })
  fileId!: string;

  @PrimaryColumn('text')
  key!: string;

  @Column('uuid', { name: 'visit_id' })
  visitId!: string;

  @Column('timestamptz', { name: 'seen_at' })
  seenAt!: Date;
}
