import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An object nobody may open any more; the row goes once its bytes are gone. */
@Entity('discarded_objects')
export class DiscardedObject {
  @PrimaryColumn('text', { name: 'object_key' })
  objectKey!: string;

  @Column('timestamptz', { name: 'discarded_at' })
  discardedAt!: Date;
}
