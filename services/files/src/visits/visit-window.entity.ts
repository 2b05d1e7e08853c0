import { MINUTE_MS } from '@waybill/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { UncheckedReading } from './unchecked-reading.policy.js';

/** Quiet time in milliseconds that ends a visit (contract, "One visit is one analytics entry"). */
export const VISIT_WINDOW_MS = 30 * MINUTE_MS;

/** Precision of `seenAt` in milliseconds. A call so soon after the recorded one of its visit writes nothing. */
export const SEEN_PRECISION_MS = 30_000;

/** A visit that can still continue: calls with its key belong to it until 30 minutes pass without a call. */
@Entity('visit_windows')
export class VisitWindow {
  /** File or bundle. */
  @PrimaryColumn('uuid', { name: 'file_id' })
  targetId!: string;

  @PrimaryColumn('text')
  key!: string;

  @Column('uuid', { name: 'visit_id' })
  visitId!: string;

  @Column('timestamptz', { name: 'started_at' })
  startedAt!: Date;

  /** Time of the last call, up to `SEEN_PRECISION_MS` early. */
  @Column('timestamptz', { name: 'seen_at' })
  seenAt!: Date;

  /** Reading that was reported and accepted so far, in milliseconds. */
  @Column('bigint', { name: 'reported_ms', transformer: { from: Number, to: (ms: number) => ms } })
  reportedMs!: number;

  /** Reading that waits until the file's pages are counted. */
  @Column('jsonb', { name: 'early_reading', nullable: true })
  uncheckedReading!: UncheckedReading | null;
}
