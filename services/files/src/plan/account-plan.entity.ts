import { type PlanId } from '@waybill/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Projection of an account's plan, from events of billing. */
@Entity('account_plans')
export class AccountPlan {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  plan!: PlanId;

  @Column('int')
  version!: number;
}
