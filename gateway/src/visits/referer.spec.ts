import { refererOf } from './referer.js';

const host = 'waybill.example';
const publicUrl = new URL(`https://${host}`);

describe('refererOf', () => {
  it('returns the origin of the foreign page that links to the download', () => {
    expect(refererOf({ host, referer: 'https://news.example/story?user=ada' }, undefined, publicUrl)).toBe(
      'https://news.example',
    );
  });

  it("returns the origin of the foreign page that led to the file's page", () => {
    expect(refererOf({ host, referer: `https://${host}/some-id` }, 'https://news.example/a', publicUrl)).toBe(
      'https://news.example',
    );
  });

  it.each([undefined, 'localhost:3000', 'waybill.example:80'])(
    'recognises its own page behind a proxy that passes on the host %j',
    (passedOn) => {
      const headers = { ...(passedOn && { host: passedOn }), referer: `https://${host}/some-id` };
      expect(refererOf(headers, 'https://news.example/a', publicUrl)).toBe('https://news.example');
    },
  );

  it.each(['Buy at evil.example', 'javascript:alert(1)', 'data:text/plain,advert'])(
    'keeps no referer of the header %j, which is not a web page',
    (referer) => {
      expect(refererOf({ host, referer }, undefined, publicUrl)).toBe('');
    },
  );

  it('keeps no referer of a direct visit', () => {
    expect(refererOf({ host }, undefined, publicUrl)).toBe('');
    expect(refererOf({ host, referer: `https://${host}/some-id` }, undefined, publicUrl)).toBe('');
  });

  it.each(['javascript:alert(1)', 'not an address'])('ignores %s as a page', (from) => {
    expect(refererOf({ host }, from, publicUrl)).toBe('');
  });
});
