import { openS3Store } from '@waybill/storage';
import { describeWithServer, startMinio } from '@waybill/testing';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { openBackupLocation } from './backup-location.js';

describeWithServer('a bucket of backups', startMinio, (server) => {
  /** The settings of backups on the server, and of files there under another host name. */
  const environment = () => {
    const { endpoint, region, accessKey, secretKey } = server();
    const ofFiles = { S3_REGION: region, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey };
    return {
      DATA_DIR: '/var/lib/waybill',
      ...ofFiles,
      S3_ENDPOINT: endpoint.replace('127.0.0.1', 'localhost'),
      S3_BUCKET: 'files',
      BACKUP_S3_ENDPOINT: endpoint,
      BACKUP_S3_REGION: undefined,
      BACKUP_S3_ACCESS_KEY: undefined,
      BACKUP_S3_SECRET_KEY: undefined,
    } as unknown as Parameters<typeof openBackupLocation>[1];
  };
  const bucketOf = (bucket: string) => {
    const { endpoint, region, accessKey, secretKey } = server();
    return openS3Store({ endpoint: new URL(endpoint), region, accessKey, secretKey, bucket });
  };

  it.each(['read', 'remove'] as const)('is not created to %s backups', async (use) => {
    const bucket = `mistyped-${randomUUID()}`;
    const missing = {
      code: 'server.unavailable',
      cause: { message: `There is no bucket ${bucket}` },
    };
    const opened = () => openBackupLocation(`s3://${bucket}`, environment(), use);
    await expect(opened()).rejects.toMatchObject(missing);
    // The first attempt has not created it.
    await expect(opened()).rejects.toMatchObject(missing);
  });

  it('is created for the first backup, and found by the other commands', async () => {
    const target = `s3://backups-${randomUUID()}`;
    for (const use of ['write', 'read', 'remove'] as const) {
      const location = await openBackupLocation(target, environment(), use);
      await expect(location.backups()).resolves.toEqual([]);
    }
  });

  it('is refused for writing if it holds the files of a Waybill, whatever the name of its server', async () => {
    const store = await bucketOf('files');
    await store.put('waybill-installation', Readable.from([Buffer.from('{}')]));
    for (const use of ['write', 'remove'] as const) {
      await expect(openBackupLocation('s3://files', environment(), use)).rejects.toThrow(
        's3://files is the bucket of the files: give the backups another one.',
      );
    }
    await expect(openBackupLocation('s3://files', environment(), 'read')).resolves.toMatchObject({});
  });

  it('says why it cannot be opened', async () => {
    const env = { ...environment(), BACKUP_S3_SECRET_KEY: 'another-secret' };
    await expect(openBackupLocation('s3://backups', env, 'write')).rejects.toMatchObject({
      cause: { code: expect.stringMatching(/SignatureDoesNotMatch|AccessDenied|Forbidden/) as unknown },
    });
  });
});
