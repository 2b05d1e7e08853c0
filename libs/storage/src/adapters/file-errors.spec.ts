import { AppError } from '@waybill/contracts';
import { mapStorageFull } from './file-errors.js';

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
});
