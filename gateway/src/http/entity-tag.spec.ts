import { isUnchanged } from './entity-tag.js';

const ETAG = '"abc"';

describe('isUnchanged', () => {
  it.each([ETAG, `W/${ETAG}`, `"x", ${ETAG}`, '*'])('matches %s', (header) => {
    expect(isUnchanged(header, ETAG)).toBe(true);
  });

  it.each([undefined, '"x"', 'abc'])('does not match %s', (header) => {
    expect(isUnchanged(header, ETAG)).toBe(false);
  });
});
