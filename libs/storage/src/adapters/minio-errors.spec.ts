import { type AppError } from '@waybill/contracts';
import { withRetryMapped, withRetry, toStoreError } from './minio-errors.js';

function coded(code: string): Error {
  return Object.assign(new Error(`it says ${code}`), { code });
}

describe('toStoreError', () => {
  it.each(['XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'QuotaExceeded', 'InsufficientStorage'])(
    'maps the S3 error code %s to server.storage-full',
    (code) => expect(toStoreError(coded(code)).code).toBe('server.storage-full'),
  );

  it('maps a full disk of MinIO to server.storage-full without a retry', async () => {
    let tries = 0;
    const cause = Object.assign(new Error('internal error: no space left on device'), {
      code: 'InternalError',
    });
    await expect(withRetryMapped(() => Promise.reject(cause).finally(() => tries++))).rejects.toMatchObject({
      code: 'server.storage-full',
    });
    expect(tries).toBe(1);
  });

  it('maps other errors to server.unavailable with the cause for the log', async () => {
    const cause = coded('SignatureDoesNotMatch');
    const failure = await withRetryMapped(() => Promise.reject(cause)).catch(
      (error: unknown) => error as AppError,
    );
    expect(failure).toMatchObject({ code: 'server.unavailable', cause });
    expect(JSON.stringify(failure.toBody())).not.toContain('Signature');
  });

  it('tries transient errors three times', async () => {
    for (const error of [
      coded('ECONNREFUSED'),
      coded('IncompleteBody'),
      new Error('Retryable HTTP status: 503'),
    ]) {
      let tries = 0;
      await expect(withRetry(() => Promise.reject(error).finally(() => tries++))).rejects.toBe(error);
      expect(tries).toBe(3);
    }
  });

  it('succeeds when a retry does', async () => {
    let tries = 0;
    const work = () => (++tries < 3 ? Promise.reject(coded('ECONNRESET')) : Promise.resolve('here'));
    await expect(withRetry(work)).resolves.toBe('here');
  });

  it('does not retry permanent errors', async () => {
    let tries = 0;
    const work = () => Promise.reject(coded('AccessDenied')).finally(() => tries++);
    await expect(withRetry(work)).rejects.toThrow('AccessDenied');
    expect(tries).toBe(1);
  });
});
