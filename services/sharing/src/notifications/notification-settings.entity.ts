import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which mails an account gets. An account without a row has the defaults. */
@Entity('notification_settings')
export class NotificationSettingsRow {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** Key of the unsubscribe links in mails. It only allows switching mails of the account off. */
  @Column('uuid', { name: 'unsubscribe_key' })
  unsubscribeKey!: string;

  @Column('boolean', { name: 'first_view' })
  firstView!: boolean;

  @Column('boolean', { name: 'every_view' })
  everyView!: boolean;

  @Column('boolean', { name: 'daily_summary' })
  dailySummary!: boolean;

  @Column('boolean', { name: 'limit_used_up' })
  limitUsedUp!: boolean;

  @Column('boolean', { name: 'unopened_before_expiry' })
  unopenedBeforeExpiry!: boolean;

  @Column('boolean', { name: 'files_received' })
  filesReceived!: boolean;
}
