import type { LinkView } from '@waybill/contracts';
import { draftOf, emptyDraft, isGated, toLinkChanges, toLinkSettings } from './link-draft.js';

describe('toLinkSettings', () => {
  it('leaves out everything that was not filled in', () => {
    expect(toLinkSettings(emptyDraft)).toEqual({});
    expect(isGated({})).toBe(false);
  });

  it('converts each field, and separates addresses by any of blanks, commas and lines', () => {
    const settings = toLinkSettings({
      ...emptyDraft,
      name: 'Ada',
      slug: ' ada ',
      password: 'sesame',
      limit: 'once',
      isViewOnly: true,
      asksForEmail: true,
      verifiesEmail: true,
      allowedEmails: 'ada@example.org, @navy.example\n',
      isMuted: true,
    });
    expect(settings).toEqual({
      name: 'Ada',
      slug: 'ada',
      password: 'sesame',
      downloadLimit: 1,
      allowDownload: false,
      requireEmail: true,
      verifyEmail: true,
      allowedEmails: ['ada@example.org', '@navy.example'],
      notify: false,
    });
    expect(isGated(settings)).toBe(true);
  });
});

describe('toLinkChanges', () => {
  const link: LinkView = {
    id: 'l',
    slug: 'ada',
    url: 'https://w.example/l/ada',
    name: 'Ada',
    viewCount: 0,
    isFirst: false,
    deleteAt: '2030-01-02T03:04:05.000Z',
    isPasswordProtected: true,
    downloadLimit: 5,
    downloads: 1,
    allowDownload: true,
    requireEmail: true,
    verifyEmail: true,
    allowedEmails: ['@navy.example'],
    notify: true,
    isActive: true,
    createdAt: '2026-01-01T00:00:00.000Z',
  };

  it('names only what was changed', () => {
    expect(toLinkChanges(draftOf(link), link)).toEqual({});
    expect(toLinkChanges({ ...draftOf(link), name: 'Grace', limit: 'once' }, link)).toEqual({
      name: 'Grace',
      downloadLimit: 1,
    });
  });

  it('takes settings back', () => {
    const draft = { ...draftOf(link), limit: 'none' as const, removesPassword: true, expiry: '' };
    expect(toLinkChanges({ ...draft, asksForEmail: false }, link)).toEqual({
      password: null,
      downloadLimit: null,
      deleteAt: null,
      requireEmail: false,
      verifyEmail: false,
      allowedEmails: [],
    });
  });
});
