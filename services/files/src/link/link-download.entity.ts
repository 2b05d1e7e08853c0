import { MINUTE_MS } from '@waybill/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Time in milliseconds in which the visit that began a counted download may resume it. */
export const RESUME_WINDOW_MS = 30 * MINUTE_MS;

/** The last counted download of a file or bundle in one opening of a link. */
@Entity('link_downloads')
export class LinkDownload {
  @PrimaryColumn('uuid', { name: 'session_id' })
  sessionId!: string;

  /** Id of the file, or of the bundle whose ZIP was downloaded. */
  @PrimaryColumn('uuid', { name: 'target_id' })
  targetId!: string;

  @Column('timestamptz', { name: 'counted_at' })
  countedAt!: Date;

  /** False while only later bytes were served. They can come first, when several connections fetch one download. */
  @Column('boolean', { name: 'is_first_byte_served' })
  isFirstByteServed!: boolean;
}
