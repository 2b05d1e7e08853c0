import { parseAddress, parseTarget } from './address.js';
import { UsageError } from './errors.js';

const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const url = 'https://waybill.example.org';

describe('parseAddress', () => {
  it.each([
    [`${url}/${id}`, { kind: 'file', id, url }],
    [`${url}/${id.toUpperCase()}?via=1#top`, { kind: 'file', id, url }],
    [`${url}/b/${id}`, { kind: 'bundle', id, url }],
    [`${url}/l/our-offer`, { kind: 'link', id: 'our-offer', url }],
    [`${url}/r/our-wedding/`, { kind: 'request', id: 'our-wedding', url }],
    [`http://localhost:3000/files/l/abc`, { kind: 'link', id: 'abc', url: 'http://localhost:3000/files' }],
    [`http://localhost:3000/files/${id}`, { kind: 'file', id, url: 'http://localhost:3000/files' }],
  ])('reads %s', (text, expected) => {
    expect(parseAddress(text)).toEqual(expected);
  });

  it.each(['', id, `${url}/`, `${url}/login`, `ftp://example.org/${id}`])('refuses "%s"', (text) => {
    expect(() => parseAddress(text)).toThrow(UsageError);
  });
});

describe('parseTarget', () => {
  it('reads an id alone', () => {
    expect(parseTarget(id, url)).toEqual({ kind: 'file', id, url: null });
  });

  it.each(['', 'b/', 'l/', 'r/'])('reads an address below /%s', (folder) => {
    expect(parseTarget(`${url}/${folder}${id}`, url)).toMatchObject({ id, url });
  });

  it('refuses an address of another Waybill', () => {
    expect(() => parseTarget(`https://elsewhere.example/${id}`, url)).toThrow(
      `is not an address of ${url}, where you are logged in`,
    );
  });
});
