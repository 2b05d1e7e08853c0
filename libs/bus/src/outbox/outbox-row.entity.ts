import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An event that was decided on and not yet handed over. The row goes once the bus has confirmed it. */
@Entity('outbox')
export class OutboxRow {
  /** Order of telling. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  sequence!: string;

  @Column('text')
  subject!: string;

  /** The EventMessage as it will travel. */
  @Column('json')
  event!: object;

  @Column('timestamptz', { name: 'told_at' })
  toldAt!: Date;

  @Column('int', { default: 0 })
  attempts!: number;

  /** Not to be handed over before: a lease while a relay has it, a back-off when that failed. */
  @Column('timestamptz', { name: 'due_at' })
  dueAt!: Date;
}
