import { refererOf } from './referer.js';

const host = 'waybill.example';

describe('refererOf', () => {
  it('names the page elsewhere that links to the bytes', () => {
    expect(refererOf({ host, referer: 'https://news.example/story' }, undefined)).toBe(
      'https://news.example/story',
    );
  });

  it('names the page elsewhere that led to our own page', () => {
    expect(refererOf({ host, referer: `https://${host}/some-id` }, 'https://news.example/')).toBe(
      'https://news.example/',
    );
  });

  it('names nothing when the visitor came directly', () => {
    expect(refererOf({ host }, undefined)).toBe('');
    expect(refererOf({ host, referer: `https://${host}/some-id` }, undefined)).toBe('');
  });

  it.each(['javascript:alert(1)', 'not an address'])('does not take %s for a page', (from) => {
    expect(refererOf({ host }, from)).toBe('');
  });
});
