import { standardPlans } from '@waybill/contracts';
import { chooseFiles } from './choose-files.js';
import { newItem, type UploadItem } from './upload-item.js';

const fileOf = (name: string) => new File(['x'], name, { lastModified: 1 });
const itemOf = (name: string, step: UploadItem['step']): UploadItem => ({
  ...newItem({ file: fileOf(name), path: null }, 0),
  step,
});

describe('chooseFiles', () => {
  const { free } = standardPlans;

  it('takes a failed file that is chosen again, and no file that is in the upload otherwise', () => {
    const items = [itemOf('a', 'failed'), itemOf('b', 'sending')];
    const { accepted, problem } = chooseFiles([fileOf('a'), fileOf('b')], items, [], free);
    expect(accepted.map(({ file }) => file.name)).toEqual(['a']);
    expect(problem).toMatch(/already/);
  });

  it('counts no failed file for the limit of the plan', () => {
    const items = [itemOf('a', 'failed'), itemOf('b', 'sent'), itemOf('c', 'sent')];
    expect(chooseFiles([fileOf('a')], items, [], free)).toMatchObject({ problem: null });
  });
});
