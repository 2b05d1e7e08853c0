export * from './restore-backup.js';
export { type BackupReport, type BackupSource, takeBackup } from './take-backup.js';
