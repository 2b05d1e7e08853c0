import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An event that is committed and not yet published. The row is deleted after the bus has confirmed the event. */
@Entity('outbox')
export class OutboxRow {
  /** Order of publishing. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  sequence!: string;

  @Column('text')
  subject!: string;

  /** The EventMessage. */
  @Column('json')
  event!: object;

  @Column('timestamptz', { name: 'told_at' })
  addedAt!: Date;

  /** Failed attempts to publish it. */
  @Column('int', { default: 0 })
  attempts!: number;

  /** Earliest time to publish it again after a failure. */
  @Column('timestamptz', { name: 'due_at' })
  dueAt!: Date;
}
