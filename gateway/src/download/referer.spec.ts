import { refererOf } from './referer.js';

const host = 'waybill.example';

describe('refererOf', () => {
  it('returns the foreign page that links to the download', () => {
    expect(refererOf({ host, referer: 'https://news.example/story' }, undefined)).toBe(
      'https://news.example/story',
    );
  });

  it("returns the foreign page that led to the file's page", () => {
    expect(refererOf({ host, referer: `https://${host}/some-id` }, 'https://news.example/')).toBe(
      'https://news.example/',
    );
  });

  it('is empty for a direct visit', () => {
    expect(refererOf({ host }, undefined)).toBe('');
    expect(refererOf({ host, referer: `https://${host}/some-id` }, undefined)).toBe('');
  });

  it.each(['javascript:alert(1)', 'not an address'])('ignores %s as a page', (from) => {
    expect(refererOf({ host }, from)).toBe('');
  });
});
