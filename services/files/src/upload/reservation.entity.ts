import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One file of an upload under way. It exists before the first byte, so no object is ever without a row. */
@Entity('reservations')
export class Reservation {
  @PrimaryColumn('uuid', { name: 'file_id' })
  fileId!: string;

  @Column('uuid', { name: 'upload_id' })
  uploadId!: string;

  @Column('text', { name: 'original_name' })
  originalName!: string;

  @Column('text', { name: 'object_key' })
  objectKey!: string;

  @Column('text', { name: 'wrapped_key' })
  wrappedKey!: string;
}
