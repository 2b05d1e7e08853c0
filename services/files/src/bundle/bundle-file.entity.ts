import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Membership of a file in a bundle. A file is in at most one. The row is deleted with its file or its bundle. */
@Entity('bundle_files')
export class BundleFile {
  @PrimaryColumn('uuid', { name: 'file_id' })
  fileId!: string;

  @Column('uuid', { name: 'bundle_id' })
  bundleId!: string;

  /** Relative path, cleaned by `bundlePath`. Not unique in the bundle. */
  @Column('text')
  path!: string;

  /** Order in the bundle. Equal positions are ordered by path. */
  @Column('int')
  position!: number;
}
