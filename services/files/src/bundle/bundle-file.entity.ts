import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Membership of a file in its bundle. A file has at most one. Deleted with the file and with the bundle. */
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
