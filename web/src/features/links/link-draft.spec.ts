import { emptyDraft, isGated, toLinkSettings } from './link-draft.js';

describe('toLinkSettings', () => {
  it('leaves out everything that was not filled in', () => {
    expect(toLinkSettings(emptyDraft)).toEqual({});
    expect(isGated({})).toBe(false);
  });

  it('converts each field, and separates addresses by any of blanks, commas and lines', () => {
    const settings = toLinkSettings({
      ...{ ...emptyDraft, name: 'Ada', slug: ' ada ', password: 'sesame', limit: 'once', isViewOnly: true },
      ...{ asksForEmail: true, verifiesEmail: true, allowedEmails: 'ada@example.org, @navy.example\n' },
    });
    expect(settings).toEqual({
      ...{ name: 'Ada', slug: 'ada', password: 'sesame', downloadLimit: 1, allowDownload: false },
      ...{ requireEmail: true, verifyEmail: true, allowedEmails: ['ada@example.org', '@navy.example'] },
    });
    expect(isGated(settings)).toBe(true);
  });
});
