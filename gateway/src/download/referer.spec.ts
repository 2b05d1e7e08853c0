import { refererOf } from './referer.js';

const host = 'waybill.example';

describe('refererOf', () => {
  it('returns the origin of the foreign page that links to the download', () => {
    expect(refererOf({ host, referer: 'https://news.example/story?user=ada' }, undefined)).toBe(
      'https://news.example',
    );
  });

  it("returns the origin of the foreign page that led to the file's page", () => {
    expect(refererOf({ host, referer: `https://${host}/some-id` }, 'https://news.example/a')).toBe(
      'https://news.example',
    );
  });

  it.each(['Buy at evil.example', 'javascript:alert(1)', 'data:text/plain,advert'])(
    'keeps no referer of the header %j, which is not a web page',
    (referer) => {
      expect(refererOf({ host, referer }, undefined)).toBe('');
    },
  );

  it('keeps no referer of a direct visit', () => {
    expect(refererOf({ host }, undefined)).toBe('');
    expect(refererOf({ host, referer: `https://${host}/some-id` }, undefined)).toBe('');
  });

  it.each(['javascript:alert(1)', 'not an address'])('ignores %s as a page', (from) => {
    expect(refererOf({ host }, from)).toBe('');
  });
});
