import { isBucket, readBackupTarget } from './backup-target.js';

const files = {
  S3_ENDPOINT: 'https://files.example',
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'waybill',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
};
const empty = { DATA_DIR: '/var/lib/waybill', S3_REGION: 'us-east-1' };

describe('the folder of backups', () => {
  it.each(['/var/lib/waybill', '/var/lib/waybill/', '/var/lib/other/../waybill'])(
    'must not be the data folder: %s',
    (target) => {
      expect(() => readBackupTarget(target, empty)).toThrow(
        `${target} is the data folder: give the backups another one.`,
      );
    },
  );
});

describe('the bucket of backups', () => {
  it('takes the server and the keys of the files unless it has its own', () => {
    expect(readBackupTarget('s3://backups', { ...empty, ...files })).toMatchObject({
      endpoint: new URL(files.S3_ENDPOINT),
      bucket: 'backups',
      accessKey: 'key',
    });
    const own = {
      BACKUP_S3_ENDPOINT: 'https://elsewhere.example',
      BACKUP_S3_REGION: 'eu-1',
      BACKUP_S3_ACCESS_KEY: 'other',
      BACKUP_S3_SECRET_KEY: 'too',
    };
    expect(readBackupTarget('s3://waybill/', { ...empty, ...files, ...own })).toEqual({
      endpoint: new URL('https://elsewhere.example'),
      region: 'eu-1',
      bucket: 'waybill',
      accessKey: 'other',
      secretKey: 'too',
    });
  });

  it('must not be the bucket of the files', () => {
    expect(() => readBackupTarget('s3://waybill', { ...empty, ...files })).toThrow(
      's3://waybill is the bucket of the files: give the backups another one.',
    );
  });

  it('needs a server and keys', () => {
    expect(() => readBackupTarget('s3://backups', empty)).toThrow(
      'BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY and',
    );
  });

  it.each(['s3://', 's3://Backups', 's3://backups/folder', 's3:backups'])('refuses %s', (target) => {
    expect(isBucket(target)).toBe(true);
    expect(() => readBackupTarget(target, { ...empty, ...files })).toThrow('is not a bucket');
  });
});
