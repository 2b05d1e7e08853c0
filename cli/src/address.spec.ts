import { ID_PATTERN as contractPattern } from '@waybill/contracts';
import { explainNotFound, ID_PATTERN, parseAddress, parseTarget } from './address.js';
import { RefusedError, UsageError } from './errors.js';

const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const url = 'https://waybill.example.org';

describe('parseAddress', () => {
  it('takes the same ids as the contracts', () => {
    expect(ID_PATTERN).toEqual(contractPattern);
  });

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

  it.each(['{id}/link', '{id}/share', '{id}/create', 'embed/{id}', 'analytics/{id}', 'office-preview/{id}'])(
    'takes the page /%s for its file',
    (page) => {
      for (const base of [url, 'http://localhost:3000/files'])
        expect(parseAddress(`${base}/${page.replace('{id}', id)}`)).toEqual({ kind: 'file', id, url: base });
    },
  );

  it.each(['share', 'analytics'])('takes the page %s of a bundle for the bundle', (page) => {
    expect(parseAddress(`${url}/b/${id}/${page}`)).toEqual({ kind: 'bundle', id, url });
  });

  it.each(['', id, `${url}/`, `${url}/login`, `ftp://example.org/${id}`])('refuses "%s"', (text) => {
    expect(() => parseAddress(text)).toThrow(UsageError);
  });
});

describe('parseTarget', () => {
  it('reads an id alone', () => {
    expect(parseTarget(id)).toEqual({ kind: 'file', id, url: null });
  });

  it.each(['', 'b/', 'l/', 'r/'])('reads an address below /%s', (folder) => {
    expect(parseTarget(`${url}/${folder}${id}`)).toMatchObject({ id, url });
  });
});

describe('explainNotFound', () => {
  const unknown = new RefusedError('File not found', 404);

  it('names the Waybill of the log-in where an address of another one leads nowhere', () => {
    const elsewhere = parseTarget(`https://elsewhere.example/${id}`);
    expect(explainNotFound(unknown, elsewhere, url)).toEqual(
      new RefusedError(`File not found at ${url}, where you are logged in`, 404),
    );
  });

  it('keeps the sentence for an id, an own address and another refusal', () => {
    expect(explainNotFound(unknown, parseTarget(id), url)).toBe(unknown);
    expect(explainNotFound(unknown, parseTarget(`${url}/${id}`), url)).toBe(unknown);
    const forbidden = new RefusedError('No', 403);
    expect(explainNotFound(forbidden, parseTarget(`https://elsewhere.example/${id}`), url)).toBe(forbidden);
  });
});
