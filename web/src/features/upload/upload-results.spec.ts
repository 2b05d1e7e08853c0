import { forgetResults, keepResult, keptResults } from './upload-results.js';

const file = (name: string) => ({ file: new File([name], name), path: null, id: `id-of-${name}` });

describe('the links that the upload box keeps', () => {
  beforeEach(() => sessionStorage.clear());

  it('are kept for each account, newest first, without those of a single file', () => {
    keepResult(null, { files: [file('a.txt'), file('b.txt')], bundleId: null, inBundle: 0 });
    keepResult(null, { files: [file('c.txt'), file('d.txt')], bundleId: 'offer', inBundle: 2 });
    keepResult(null, { files: [file('e.txt')], bundleId: null, inBundle: 0 });
    expect(keptResults('ada')).toEqual([]);
    expect(keptResults(null)).toEqual([
      { links: [], bundleId: 'offer', inBundle: 2 },
      {
        links: ['a.txt', 'b.txt'].map((name) => ({ id: `id-of-${name}`, name })),
        bundleId: null,
        inBundle: 0,
      },
    ]);
    forgetResults(null);
    expect(sessionStorage).toHaveLength(0);
  });

  it.each(['', '{}', '[{"inBundle":1,"links":[{}],"bundleId":null}]', '[{"inBundle":1,"links":[]}]'])(
    'are none where the entry of the browser is malformed: %s',
    (entry) => {
      sessionStorage.setItem('waybill.upload-results.browser', entry);
      expect(keptResults(null)).toEqual([]);
    },
  );
});
