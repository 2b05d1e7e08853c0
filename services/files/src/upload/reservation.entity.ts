import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A file whose bytes are arriving. The row exists before the first byte, so every object has a row. */
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
