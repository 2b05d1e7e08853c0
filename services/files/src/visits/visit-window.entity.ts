import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Quiet time in milliseconds that ends a visit (contract, "One visit is one analytics entry"). */
export const VISIT_WINDOW_MS = 30 * 60_000;

/** A visit that can still continue: calls with its key belong to it until it was quiet for 30 minutes. */
@Entity('visit_windows')
export class VisitWindow {
  @PrimaryColumn('uuid', { name: 'file_id' })
  fileId!: string;

  @PrimaryColumn('text')
  key!: string;

  @Column('uuid', { name: 'visit_id' })
  visitId!: string;

  @Column('timestamptz', { name: 'seen_at' })
  seenAt!: Date;
}
