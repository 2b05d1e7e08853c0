import { standardPlans } from '@waybill/contracts';
import { aFile } from '../../testing/builders.js';
import { chooseFiles } from './choose-files.js';
import { selectionOf } from './outgoing-file.js';
import { UnfinishedUploads } from './unfinished-uploads.js';
import { newItem, type UploadItem } from './upload-item.js';

const fileOf = (name: string) => new File(['x'], name, { lastModified: 1 });
const itemOf = (name: string, step: UploadItem['step']): UploadItem => ({
  ...newItem({ file: fileOf(name), path: null }, 0),
  step,
});

describe('chooseFiles', () => {
  const { free } = standardPlans;
  const toNewBundle = { account: 'me', targetBundleId: null };

  it('takes a failed file that is chosen again, and no file that is in the upload otherwise', () => {
    const items = [itemOf('a', 'failed'), itemOf('b', 'sending')];
    const { accepted, problem } = chooseFiles([fileOf('a'), fileOf('b')], items, [], free, toNewBundle);
    expect(accepted.map(({ file }) => file.name)).toEqual(['a']);
    expect(problem).toMatch(/already/);
  });

  it('counts no failed file for the limit of the plan', () => {
    const items = [itemOf('a', 'failed'), itemOf('b', 'sent'), itemOf('c', 'sent')];
    expect(chooseFiles([fileOf('a')], items, [], free, toNewBundle)).toMatchObject({ problem: null });
  });

  describe('after an interruption', () => {
    const files = ['a', 'b', 'c'].map(fileOf);
    const arrived = aFile({ originalName: 'a', size: 1 });
    const refusal = { accepted: [], problem: 'You can only upload up to 3 files with your free tier' };

    beforeEach(() => {
      const selection = selectionOf(files.map((file) => ({ file, path: null })));
      new UnfinishedUploads('me').keepBundle({ selection, bundleId: 'bundle', files: 3 });
    });

    it('counts a file that arrived before the interruption once when the same files are chosen again', () => {
      const { accepted, problem } = chooseFiles(files, [], [arrived], free, toNewBundle);
      expect(problem).toBeNull();
      expect(accepted.map(({ file }) => file.name)).toEqual(['a', 'b', 'c']);
    });

    it('counts files that are no part of the interrupted upload for the limit of the plan', () => {
      const other = aFile({ id: '7f9619ff-8b86-4d11-b42d-00c04fc964ff', originalName: 'd', size: 1 });
      expect(chooseFiles(files, [], [arrived, other], free, toNewBundle)).toEqual(refusal);
    });

    it('counts a file of the same name as a new one where no upload of the files was interrupted', () => {
      const toGivenBundle = { account: 'me', targetBundleId: 'given' };
      expect(chooseFiles(files, [], [arrived], free, toGivenBundle)).toEqual(refusal);
      new UnfinishedUploads('me').forgetBundle('bundle');
      expect(chooseFiles(files, [], [arrived], free, toNewBundle)).toEqual(refusal);
    });
  });
});
