import { createSecretKey } from 'node:crypto';
import { visitorHash } from './visitor-hash.js';

describe('visitorHash', () => {
  const salt = createSecretKey(Buffer.alloc(32, 1));
  const visit = { fileId: 'file', address: '192.0.2.1', userAgent: 'Firefox' };

  it('two visits of one visitor have the same hash', () => {
    expect(visitorHash(salt, visit)).toEqual(visitorHash(salt, { ...visit }));
  });

  it.each([{ fileId: 'other' }, { address: '192.0.2.2' }, { userAgent: 'Chrome' }])(
    'a visitor hash differs with another %j',
    (change) => {
      expect(visitorHash(salt, { ...visit, ...change })).not.toEqual(visitorHash(salt, visit));
    },
  );

  it('a visitor hash differs with another salt', () => {
    expect(visitorHash(createSecretKey(Buffer.alloc(32, 2)), visit)).not.toEqual(visitorHash(salt, visit));
  });
});
