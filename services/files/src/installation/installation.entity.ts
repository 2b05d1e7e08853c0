import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Identity of this installation. At most one row. The marker in the store has the same id and token. */
@Entity('installation')
export class Installation {
  @PrimaryColumn('uuid')
  id!: string;

  /** Replaced every few minutes, so that a copy of this database soon differs from the marker. */
  @Column('uuid')
  token!: string;

  /** Token that the marker may still have: a crash after the update of this row, but before that of the marker. */
  @Column('uuid', { name: 'previous_token', nullable: true })
  previousToken!: string | null;

  @Column('timestamptz', { name: 'rotated_at' })
  rotatedAt!: Date;

  /**
   * Server and database that wrote this row, as JSON of `DatabaseIdentity`. Null after an upgrade until the next
   * rotation.
   */
  @Column('text', { nullable: true })
  place!: string | null;

  /** `DatabaseServer.serverStart` when the ownership was last confirmed; null until the first time. */
  @Column('text', { name: 'server_run', nullable: true })
  serverStart!: string | null;

  /** Time when the last search found too many orphans to delete them. Null if it did not. */
  @Column('timestamptz', { name: 'orphans_refused_at', nullable: true })
  orphansRefusedAt!: Date | null;
}
