import { countryCodeOf } from './country-code.js';

describe('countryCodeOf', () => {
  it.each([
    ['Germany', 'DE'],
    ['de', 'DE'],
    ['DD', 'DE'],
    ['united kingdom', 'GB'],
    ['Côte d’Ivoire', 'CI'],
    ['Unknown', ''],
    ['Atlantis', null],
    ['', null],
  ])('reads %j as %j', (text, code) => {
    expect(countryCodeOf(text)).toBe(code);
  });
});
