import type { AuditAction, AuditEntry as AuditEntryView } from '@waybill/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An action of an administrator. The database refuses every change but the outcome of a started action. */
@Entity('audit_entries')
export class AuditEntry {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('uuid', { name: 'actor_id' })
  actorId!: string;

  @Column('text', { name: 'actor_email' })
  actorEmail!: string;

  @Column('text')
  action!: AuditAction;

  @Column('text', { nullable: true })
  subject!: string | null;

  @Column('text', { nullable: true })
  detail!: string | null;

  @Column('text')
  address!: string;

  @Column('text')
  outcome!: AuditEntryView['outcome'];
}
