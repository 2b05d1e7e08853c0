import { type Reader, sentenceOfReaders } from './readers.js';

const reader = (overrides: Partial<Reader> = {}): Reader => ({
  ...{ visitId: 'v', targetId: 'f', page: 3, pageCount: 30, place: 'Berlin', at: 0 },
  ...overrides,
});

describe('the sentence about present readers', () => {
  it.each([
    ['application/pdf', [reader()], 'Someone in Berlin is reading page 3 now'],
    ['application/pdf', [reader({ page: null, place: '' })], 'Someone has just opened it'],
    ['application/pdf', [reader(), reader({ page: 1 })], '2 people are reading now, pages 1, 3'],
    ['application/zip', [reader({ page: null }), reader({ page: null })], '2 people have just opened it'],
    ['application/pdf', [reader({ page: null }), reader()], 'Someone in Berlin is reading page 3 now'],
    ['video/mp4', [reader({ page: 3, pageCount: 10 })], 'Someone in Berlin is watching now, at 20–30%'],
    ['audio/mpeg', [reader({ page: 10, pageCount: 10 })], 'Someone in Berlin is listening now, at 90–100%'],
    ['video/mp4', [reader(), reader()], '2 people are watching now'],
    ['image/png', [reader({ page: 1, pageCount: 1 })], 'Someone in Berlin is looking at it now'],
    [
      'image/png',
      [reader({ page: 1, pageCount: 1 }), reader({ page: 1, pageCount: 1 })],
      '2 people are looking at it now',
    ],
  ])('says of %s what its readers do: %j', (mimeType, readers, sentence) => {
    expect(sentenceOfReaders(readers, mimeType)).toBe(sentence);
  });
});
