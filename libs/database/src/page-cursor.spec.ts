import { randomUUID } from 'node:crypto';
import { cursorPage, decodeCursor, encodeCursor } from './page-cursor.js';

describe('page cursors', () => {
  it('a page cursor is decoded to the position that was encoded', () => {
    const position = { part: 1, createdAt: new Date(), id: randomUUID() };
    expect(decodeCursor(encodeCursor(position))).toEqual(position);
  });

  it('the first page has no position', () => {
    expect(decodeCursor(null)).toBeNull();
  });

  it.each(['', 'x', 'nonsense', '%00', ...['1.2.3', "1.' OR 1=1"].map(base64), 'a'.repeat(200)])(
    'the malformed page cursor %j is refused with 400',
    (cursor) => {
      expect(() => decodeCursor(cursor)).toThrow(
        expect.objectContaining({ code: 'request.invalid', status: 400 }),
      );
    },
  );

  it('a page has the cursor of its last row only if there is one row more', () => {
    const rows = [3, 2, 1].map((time) => ({ createdAt: new Date(time), id: randomUUID() }));
    const { page, nextCursor } = cursorPage(rows, 2, () => 1);
    expect(page).toEqual(rows.slice(0, 2));
    expect(decodeCursor(nextCursor)).toEqual({ part: 1, ...rows[1] });
    expect(cursorPage(rows, 3)).toEqual({ page: rows, nextCursor: null });
    expect(cursorPage([], 3)).toEqual({ page: [], nextCursor: null });
  });
});

function base64(text: string): string {
  return Buffer.from(text).toString('base64url');
}
