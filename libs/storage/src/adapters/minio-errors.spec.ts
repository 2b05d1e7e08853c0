import { type AppError } from '@waybill/contracts';
import { withRetryMapped, withRetry, toStoreError } from './minio-errors.js';

function coded(code: string): Error {
  return Object.assign(new Error(`it says ${code}`), { code });
}

describe('a failure of the object store', () => {
  it.each(['XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'QuotaExceeded', 'InsufficientStorage'])(
    'means that it is full when it says %s',
    (code) => expect(toStoreError(coded(code)).code).toBe('server.storage-full'),
  );

  it('means that it is full when MinIO’s disk is, and is not tried again', async () => {
    let tries = 0;
    const cause = Object.assign(new Error('internal error: no space left on device'), {
      code: 'InternalError',
    });
    await expect(withRetryMapped(() => Promise.reject(cause).finally(() => tries++))).rejects.toMatchObject({
      code: 'server.storage-full',
    });
    expect(tries).toBe(1);
  });

  it('else means that it is unavailable, and keeps why for the log alone', async () => {
    const cause = coded('SignatureDoesNotMatch');
    const failure = await withRetryMapped(() => Promise.reject(cause)).catch(
      (error: unknown) => error as AppError,
    );
    expect(failure).toMatchObject({ code: 'server.unavailable', cause });
    expect(JSON.stringify(failure.toBody())).not.toContain('Signature');
  });

  it('is tried three times in all where it may pass', async () => {
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

  it('is forgotten once a try succeeds', async () => {
    let tries = 0;
    const work = () => (++tries < 3 ? Promise.reject(coded('ECONNRESET')) : Promise.resolve('here'));
    await expect(withRetry(work)).resolves.toBe('here');
  });

  it('is not tried again where it would be the same', async () => {
    let tries = 0;
    const work = () => Promise.reject(coded('AccessDenied')).finally(() => tries++);
    await expect(withRetry(work)).rejects.toThrow('AccessDenied');
    expect(tries).toBe(1);
  });
});
