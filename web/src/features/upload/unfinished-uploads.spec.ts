import { UnfinishedUploads } from './unfinished-uploads.js';

const file = new File(['12345678'], 'a', { lastModified: 1 });
const upload = {
  url: '/api/uploads/a',
  name: 'a',
  path: 'x/a',
  size: 8,
  lastModified: 1,
  bundleId: null,
  sent: 4,
};
const HOUR = 3_600_000;

describe('UnfinishedUploads', () => {
  let now = 0;
  const storage = (account: string | null = 'me') => new UnfinishedUploads(account, () => now);
  beforeEach(() => {
    now = 0;
    window.localStorage.clear();
    storage().keep(upload);
  });

  it('finds the upload of a file that is chosen again, alone or in its folder', () => {
    expect(storage().find({ file, path: null })).toMatchObject(upload);
    expect(storage().find({ file, path: 'x/a' })).toMatchObject(upload);
    expect(storage().find({ file, path: 'y/a' })).toBeNull();
    expect(storage().find({ file: new File(['12345678'], 'a', { lastModified: 2 }), path: null })).toBeNull();
    expect(storage().find({ file: new File(['1'], 'a', { lastModified: 1 }), path: null })).toBeNull();
  });

  it('belongs to one account', () => {
    expect(storage('other').list()).toEqual([]);
    expect(storage(null).list()).toEqual([]);
  });

  it('an unfinished upload ends a day after its last byte', () => {
    now = 23 * HOUR;
    storage().keep({ ...upload, sent: 6 });
    now = 40 * HOUR;
    expect(storage().list()).toEqual([expect.objectContaining({ sent: 6 })]);
    now = 47 * HOUR;
    expect(storage().list()).toEqual([]);
    expect(window.localStorage).toHaveLength(0);
  });

  it('an upload is interrupted when its transfer has stopped, or was not stored again for 90 seconds', () => {
    expect(storage().interrupted()).toHaveLength(1);
    storage().keep({ ...upload, isRunning: true });
    now = 89_000;
    expect(storage().interrupted()).toEqual([]);
    now = 90_000;
    expect(storage().interrupted()).toEqual([expect.objectContaining(upload)]);
  });

  it('forgets one upload', () => {
    storage().keep({ ...upload, url: '/api/uploads/b' });
    storage().forget('/api/uploads/a');
    expect(
      storage()
        .list()
        .map(({ url }) => url),
    ).toEqual(['/api/uploads/b']);
  });

  it.each(['no JSON', '{}', '[{"url":1}]'])('ignores what it did not write: %s', (text) => {
    window.localStorage.setItem('waybill.uploads.me', text);
    expect(storage().list()).toEqual([]);
  });

  it('finds the bundle of a selection until it is forgotten', () => {
    storage().keepBundle({ selection: 'selection', bundleId: 'bundle' });
    expect(storage().bundleOf('selection')).toBe('bundle');
    expect(storage().bundleOf('other')).toBeNull();
    storage().forgetBundle('bundle');
    expect(storage().bundleOf('selection')).toBeNull();
  });
});
