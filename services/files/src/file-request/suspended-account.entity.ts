import { Entity, PrimaryColumn } from 'typeorm';

/** Projection of the suspended accounts, from events of auth: their file requests are closed. */
@Entity('suspended_accounts')
export class SuspendedAccount {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;
}
