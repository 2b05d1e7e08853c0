import { plausibleReading, readablePages } from './reading.policy.js';

describe('plausibleReading', () => {
  const bounds = { pageCount: 3, remainingMs: 10_000 };

  it('sums up reports of a page', () => {
    const events = [
      { page: 1, ms: 1000 },
      { page: 2, ms: 500.4 },
      { page: 1, ms: 200 },
    ];
    expect(plausibleReading({ events }, bounds)).toEqual([
      { page: 1, ms: 1200 },
      { page: 2, ms: 500 },
    ]);
  });

  it('accepts no more than the time that has passed', () => {
    const events = [
      { page: 1, ms: 8000 },
      { page: 2, ms: 8000 },
      { page: 3, ms: 8000 },
    ];
    expect(plausibleReading({ events }, bounds)).toEqual([
      { page: 1, ms: 8000 },
      { page: 2, ms: 2000 },
    ]);
    expect(plausibleReading({ events }, { pageCount: 3, remainingMs: -5 })).toEqual([]);
  });

  it('ignores pages that do not exist, and their time', () => {
    const events = [
      { page: 4, ms: 9000 },
      { page: 3, ms: 2000 },
    ];
    expect(plausibleReading({ events }, bounds)).toEqual([{ page: 3, ms: 2000 }]);
  });
});

describe('readablePages', () => {
  it.each([
    ['application/pdf', 'pdf', 12, 12],
    ['application/pdf', 'pdf', null, null],
    ['video/mp4', 'none', null, 10],
    ['audio/mpeg', 'none', null, 10],
    ['image/png', 'image', null, 1],
    ['text/plain', 'none', null, 1],
  ])(
    'the pages that a visit may report of a file of type %s (%s, %p pages) are %p',
    (mimeType, previewKind, pageCount, pages) => {
      expect(readablePages({ mimeType, previewKind, pageCount })).toBe(pages);
    },
  );
});
