import { type PlanId } from '@waybill/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An upload under way, or one that just ended: remembered until its lease ends, so that both calls may be repeated. */
@Entity('uploads')
export class Upload {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null;

  @Column('uuid', { name: 'browser_id', nullable: true })
  browserId!: string | null;

  /** The plan it was opened under: its size limit holds to the end. */
  @Column('text')
  tier!: PlanId;

  /** From this moment on the upload is lost, whether or not the sweep came by. */
  @Column('timestamptz', { name: 'lease_until' })
  leaseUntil!: Date;

  @Column('timestamptz', { name: 'committed_at', nullable: true })
  committedAt!: Date | null;
}
