import { AppError } from '@waybill/contracts';
import { isMissing, nullIfMissing, mapStorageFull } from './file-errors.js';

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

describe('errors of the file system', () => {
  it.each(['ENOSPC', 'EDQUOT', 'EFBIG'])('tell by %s that the storage is full', (code) => {
    const cause = systemError(code);
    const error = mapStorageFull(cause) as AppError;
    expect(error).toBeInstanceOf(AppError);
    expect(error.code).toBe('server.storage-full');
    expect(error.cause).toBe(cause);
  });

  it.each([systemError('EIO'), new Error('other'), new AppError('files.expired'), undefined, 'text'])(
    'stay themselves otherwise: %s',
    (error) => {
      expect(mapStorageFull(error)).toBe(error);
      expect(isMissing(error)).toBe(false);
    },
  );

  it('tell a missing file from every other failure', async () => {
    await expect(nullIfMissing(Promise.reject(systemError('ENOENT')))).resolves.toBeNull();
    await expect(nullIfMissing(Promise.reject(systemError('EACCES')))).rejects.toThrow('EACCES');
    await expect(nullIfMissing(Promise.resolve('found'))).resolves.toBe('found');
  });
});
