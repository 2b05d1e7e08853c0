import { visitorHash } from './visitor-hash.js';

describe('visitorHash', () => {
  const salt = Buffer.alloc(32, 1);
  const visit = { fileId: 'file', address: '192.0.2.1', userAgent: 'Firefox' };

  it('is the same for the same visitor of a file', () => {
    expect(visitorHash(salt, visit)).toEqual(visitorHash(salt, { ...visit }));
  });

  it.each([{ fileId: 'other' }, { address: '192.0.2.2' }, { userAgent: 'Chrome' }])(
    'differs with %j',
    (change) => {
      expect(visitorHash(salt, { ...visit, ...change })).not.toEqual(visitorHash(salt, visit));
    },
  );

  it('cannot be computed without the salt', () => {
    expect(visitorHash(Buffer.alloc(32, 2), visit)).not.toEqual(visitorHash(salt, visit));
  });
});
