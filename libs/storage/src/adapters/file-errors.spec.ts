import { AppError } from '@waybill/contracts';
import { mapScratchFull, mapStorageFull } from './file-errors.js';

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

describe('file errors', () => {
  it.each(['ENOSPC', 'EDQUOT', 'EFBIG'])('maps %s to server.storage-full', (code) => {
    const cause = systemError(code);
    const error = mapStorageFull(cause) as AppError;
    expect(error).toBeInstanceOf(AppError);
    expect(error.code).toBe('server.storage-full');
    expect(error.cause).toBe(cause);
  });

  it.each([systemError('EIO'), new Error('other'), new AppError('files.expired'), undefined, 'text'])(
    'returns other errors unchanged: %s',
    (error) => {
      expect(mapStorageFull(error)).toBe(error);
    },
  );

  it('names the full folder of a process in the log, and says that the object store is not full', () => {
    const cause = systemError('ENOSPC');
    const error = mapScratchFull(cause, '/tmp') as AppError;
    expect([error.code, error.isFailure]).toEqual(['server.storage-full', true]);
    const expected = 'No space is left in /tmp of this process. The object store is not full.';
    expect(error.cause).toMatchObject({ message: expected, cause });
    expect(mapScratchFull(systemError('EIO'), '/tmp')).not.toBeInstanceOf(AppError);
  });
});
