export { BackupBucket } from './backup-bucket.js';
export { BackupFolder } from './backup-folder.js';
export { type BackupLocation } from './backup-location.js';
export { type BackupTargetEnvironment, holdsFiles, isBucket, readBackupTarget } from './backup-target.js';
export { withBackupLock } from './backup-lock.js';
export { readLastBackupAt, recordBackup } from './backup-record.js';
export { continueBackupSeries, ensureBackupSeries } from './backup-series.js';
export { openConnection } from './open-connection.js';
export { type BackupsLeft, removeOldBackups } from './remove-old-backups.js';
export * from './restore-backup.js';
export { KEEP_ALL, type Retention } from './retention.policy.js';
export { isBackupDue, untilBackupDue } from './schedule.policy.js';
export {
  type BackupOptions,
  type BackupReport,
  type BackupSource,
  OBJECTS_MISSING_EXIT_CODE,
  takeBackup,
} from './take-backup.js';
export { verifyBackup } from './verify-backup.js';
export { ScratchFolder } from './scratch-folder.js';
