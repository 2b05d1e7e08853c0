import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which mails an account gets. An account without a row has the defaults. */
@Entity('notification_settings')
export class NotificationSettingsRow {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** In the mails. Its holder can switch mails of the account off, and nothing else. */
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
