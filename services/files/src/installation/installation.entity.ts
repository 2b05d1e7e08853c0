import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Identity of this installation, in one row at most. The store holds the same in its marker. */
@Entity('installation')
export class Installation {
  @PrimaryColumn('uuid')
  id!: string;

  /** Replaced every few minutes, so that a copy of this database soon differs from the marker. */
  @Column('uuid')
  token!: string;

  /** Still valid in the marker: a crash between the row's update and the marker's leaves it there. */
  @Column('uuid', { name: 'previous_token', nullable: true })
  previousToken!: string | null;

  @Column('timestamptz', { name: 'rotated_at' })
  rotatedAt!: Date;

  /** Server and database that this row was written on, as JSON of `Place`; null until its next rotation. */
  @Column('text', { nullable: true })
  place!: string | null;

  /** `Whereabouts.run` when the ownership was last confirmed; null until the first time. */
  @Column('text', { name: 'server_run', nullable: true })
  serverRun!: string | null;

  /** Time of the last search that found too many orphans to delete; null after one that did not. */
  @Column('timestamptz', { name: 'orphans_refused_at', nullable: true })
  orphansRefusedAt!: Date | null;
}
