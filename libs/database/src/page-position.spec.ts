import { randomUUID } from 'node:crypto';
import { decodePosition, encodePosition } from './page-position.js';

describe('page positions', () => {
  it('a page position is decoded to what was encoded', () => {
    const position = { part: 1, createdAt: new Date(), id: randomUUID() };
    expect(decodePosition(encodePosition(position))).toEqual(position);
  });

  it.each(['', 'nonsense', Buffer.from('1.2.3').toString('base64url')])(
    'page positions refuse %j',
    (cursor) => {
      expect(decodePosition(cursor)).toBeNull();
    },
  );
});
