import type { LiveEvent } from '@waybill/contracts';
import { type Reader, type Readers, readersAfter, sentenceOfReaders } from './readers.js';

const reader = (overrides: Partial<Reader> = {}): Reader => ({
  visitId: 'v',
  targetId: 'f',
  page: 3,
  pageCount: 30,
  place: 'Berlin',
  email: null,
  at: 0,
  ...overrides,
});

describe('the sentence about present readers', () => {
  it.each([
    ['application/pdf', [reader()], 'Someone in Berlin is reading page 3 now'],
    ['application/pdf', [reader({ page: null, place: '' })], 'Someone has just opened it'],
    ['application/pdf', [reader(), reader({ page: 1 })], '2 people are reading now, pages 1, 3'],
    ['application/pdf', [reader({ email: 'anna@example.com' })], 'anna@example.com is reading page 3 now'],
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

describe('the present readers', () => {
  const id = '3f1f6a39-1a63-4b3c-9a53-94a0b7a3f001';
  const visit = {
    at: '2026-11-22T12:00:00.000Z',
    visitId: 'v',
    fileId: 'f',
    name: 'offer.pdf',
    linkId: id,
    isOwner: false,
  };
  const started: LiveEvent = {
    type: 'visit.started',
    ...visit,
    email: 'anna@example.com',
    country: 'Germany',
    city: 'Berlin',
    device: 'desktop',
    os: 'macOS',
    browser: 'Firefox 140 on macOS',
    referrer: '',
  };
  const page: LiveEvent = { type: 'visit.page', ...visit, page: 3, pageCount: 30 };
  const sentenceAfter = (...events: readonly LiveEvent[]) =>
    sentenceOfReaders(
      [...events.reduce<Readers>((all, event) => readersAfter(all, event, 0), new Map()).values()],
      'application/pdf',
    );

  it('present readers are named by the address that their link asked for', () => {
    expect(sentenceAfter(started, page)).toBe('anna@example.com is reading page 3 now');
    expect(sentenceAfter(page)).toBe('Someone is reading page 3 now');
  });

  it('present readers are others than the owner', () => {
    expect(sentenceAfter({ ...started, isOwner: true }, { ...page, isOwner: true })).toBeNull();
  });
});
