import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Id of an event that this service has consumed. */
@Entity('inbox')
export class InboxRow {
  @PrimaryColumn('uuid', { name: 'event_id' })
  eventId!: string;

  @Column('timestamptz', { name: 'handled_at' })
  handledAt!: Date;
}
