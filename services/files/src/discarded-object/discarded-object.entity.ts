import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Queued deletion of an object. The row is deleted after the object. */
@Entity('discarded_objects')
export class DiscardedObject {
  @PrimaryColumn('text', { name: 'object_key' })
  objectKey!: string;

  @Column('timestamptz', { name: 'discarded_at' })
  discardedAt!: Date;
}
