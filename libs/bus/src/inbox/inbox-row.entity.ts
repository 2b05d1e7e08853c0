import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event that took effect here. */
@Entity('inbox')
export class InboxRow {
  @PrimaryColumn('uuid', { name: 'event_id' })
  eventId!: string;

  @Column('timestamptz', { name: 'handled_at' })
  handledAt!: Date;
}
