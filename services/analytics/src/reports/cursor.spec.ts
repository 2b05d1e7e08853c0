import { decodeCursor, encodeCursor } from './cursor.js';

describe('decodeCursor', () => {
  it('returns the position that was encoded', () => {
    const position = {
      accessedAt: new Date('2026-01-01T12:34:56.789Z'),
      id: '0e0e2f5c-7a4e-4c3e-9a59-0c8b7e6d5f4a',
    };

    expect(decodeCursor(encodeCursor(position))).toEqual(position);
  });

  it.each(['', 'x', '%00', Buffer.from("1.' OR 1=1").toString('base64url'), 'a'.repeat(200)])(
    'refuses the malformed cursor %j',
    (cursor) => {
      expect(() => decodeCursor(cursor)).toThrow(
        expect.objectContaining({ code: 'request.invalid', status: 400 }),
      );
    },
  );
});
