import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError } from '@waybill/service-kit';
import { environmentNames, readEnvironment } from './environment.js';

describe('standalone environment', () => {
  it('requires no variable', () => {
    const environment = readEnvironment({});
    expect(environment).toMatchObject({ PORT: 3000, HOST: '127.0.0.1' });
    expect(environment.PUBLIC_URL.origin).toBe('http://localhost:3000');
  });

  it('the standalone environment has exactly the variables of .env.example', () => {
    const example = readFileSync(join(__dirname, '../../.env.example'), 'utf8');
    const listed = [...example.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
    expect([...listed].sort()).toEqual([...environmentNames].sort());
  });

  it.each([
    [{ PORT: '70000' }, 'PORT must be a port number.'],
    [
      { PUBLIC_URL: 'waybill.example' },
      'PUBLIC_URL must be an address that starts with http:// or https://.',
    ],
    [
      { OFFICE_VIEWER_URL: 'https://viewer.example/' },
      'OFFICE_VIEWER_URL must be an address in which {url} stands for the file, or empty.',
    ],
    [
      { STRIPE_SECRET_KEY: 'sk_test_1' },
      'STRIPE_WEBHOOK_SECRET is not set, but needed beside STRIPE_SECRET_KEY.',
    ],
    [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM is not set, but needed to send mails by SMTP_URL.'],
    [{ LOG_LEVEL: 'verbose' }, 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent.'],
  ])('refuses %j in one sentence', (values, sentence) => {
    expect(() => readEnvironment(values)).toThrow(sentence);
  });

  it.each(environmentNames)(
    'answers a malformed %s in a sentence that names it, not in the words of the validator',
    (name) => {
      for (const value of [
        'x',
        '-1',
        '0.5',
        '1e400',
        '9'.repeat(300),
        'x'.repeat(300),
        ' ',
        's3://',
        ',',
        '\0',
      ]) {
        let message = '';
        try {
          readEnvironment({ [name]: value });
        } catch (error) {
          message = (error as Error).message;
        }
        expect(message).toMatch(new RegExp(`^$|\\b${name}\\b`));
        expect(message).not.toMatch(/\b(?:Invalid|expected|Too|Unrecognized|undefined|NaN)\b/i);
      }
    },
  );

  const keys = { BACKUP_S3_ACCESS_KEY: 'key', BACKUP_S3_SECRET_KEY: 'secret' };
  const files = { S3_BUCKET: 'waybill', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' };
  const server = 'https://objects.example';
  const noBucket = 'is not a bucket: it must be s3:// and 3 to 63 lower-case letters, digits and hyphens.';
  it.each([
    [{ BACKUP_TO: 's3://' }, `BACKUP_TO=s3:// ${noBucket}`],
    [{ BACKUP_TO: 's3://Bad_Bucket' }, `BACKUP_TO=s3://Bad_Bucket ${noBucket}`],
    [
      { BACKUP_TO: 's3://backups', ...keys },
      'BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY are not all set, but a backup in a bucket needs them.',
    ],
    [
      { BACKUP_TO: 's3://waybill', S3_ENDPOINT: server, ...files },
      'BACKUP_TO=s3://waybill is the bucket of the files: give the backups another one.',
    ],
    [
      { BACKUP_TO: '/srv/waybill/', DATA_DIR: '/srv/waybill' },
      'BACKUP_TO=/srv/waybill/ is the data folder: give the backups another one.',
    ],
  ])('does not start with %j, where it could make no backup', (values, sentence) => {
    expect(() => readEnvironment(values)).toThrow(new ConfigurationError(sentence));
  });

  it.each([
    { BACKUP_TO: 's3://backups', BACKUP_S3_ENDPOINT: server, ...keys },
    { BACKUP_TO: 's3://backups', S3_ENDPOINT: server, ...files },
    { BACKUP_TO: './backups' },
  ])('starts with %j', (values) => {
    expect(readEnvironment(values)).toMatchObject(values);
  });

  it('treats an empty value as unset', () => {
    const { PORT, SMTP_URL } = readEnvironment({ PORT: '', SMTP_URL: '' });
    expect({ PORT, SMTP_URL }).toEqual({ PORT: 3000, SMTP_URL: undefined });
  });

  it('turns the external viewer off for an empty OFFICE_VIEWER_URL', () => {
    expect(readEnvironment({ OFFICE_VIEWER_URL: '' }).OFFICE_VIEWER_URL).toBe('');
  });
});
