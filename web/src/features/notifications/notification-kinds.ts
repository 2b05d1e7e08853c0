import type { NotificationSetting } from '@waybill/contracts';

/** Mails about files, with their names on the settings page and on the unsubscribe page. */
export const notificationKinds: readonly {
  readonly kind: NotificationSetting;
  readonly label: string;
  readonly description: string;
}[] = [
  {
    kind: 'firstView',
    label: 'First view',
    description: 'When somebody opens a file or bundle for the first time',
  },
  {
    kind: 'everyView',
    label: 'Every view',
    description: 'At most one mail an hour for each visitor',
  },
  {
    kind: 'dailySummary',
    label: 'Daily summary',
    description: 'What was opened the day before, if anything',
  },
  { kind: 'limitUsedUp', label: 'Link used up', description: 'When the last download of a link was used' },
  {
    kind: 'unopenedBeforeExpiry',
    label: 'Not opened yet',
    description: '24 hours before a file expires that nobody has opened',
  },
  { kind: 'filesReceived', label: 'Files received', description: 'When somebody answers a file request' },
];
