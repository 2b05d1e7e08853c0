import {
  fileRestored,
  fileTakenDown,
  listReports,
  reportBundle,
  restoreReport,
  takeDownReport,
} from '@waybill/contracts';
import { BundleTestKit } from '../testing/bundle-test-kit.js';
import { countStatements } from '../testing/count-statements.js';
import { FilesTestApp, stranger } from '../testing/files-test-app.js';

const [FEW, MANY] = [2, 100];

describe('the decision of a report of a bundle', () => {
  let files: FilesTestApp;
  beforeAll(async () => {
    files = await FilesTestApp.start();
  });
  afterAll(() => files.close());

  /** Takes the files of a reported bundle down and restores them. @returns number of statements of each */
  async function decide(count: number): Promise<number[]> {
    const kit = new BundleTestKit(files);
    const caller = await files.account('pro');
    const names = Array.from({ length: count }, (_, n) => `${n}.txt`);
    const { id: bundleId } = await kit.create(caller, await kit.upload(caller, names));
    const form = { reason: 'phishing' } as const;
    await files.request(reportBundle, { bundleId, caller: stranger, token: null, form });
    const { reports } = await files.request(listReports, { query: bundleId, cursor: null });
    const reportId = reports[0]?.id ?? '';
    const publishedOf = (event: typeof fileTakenDown | typeof fileRestored) => files.published(event).length;

    const [takenDown, restored] = [publishedOf(fileTakenDown), publishedOf(fileRestored)];
    const down = await countStatements(files, () =>
      files.request(takeDownReport, { reportId, reason: 'Fake' }),
    );
    expect(publishedOf(fileTakenDown)).toBe(takenDown + count);
    const up = await countStatements(files, () => files.request(restoreReport, { reportId }));
    expect(publishedOf(fileRestored)).toBe(restored + count);
    return [down, up];
  }

  it('sends no statement for each file', async () => {
    const [down = 0, up = 0] = await decide(MANY);
    const [downOfFew = 0, upOfFew = 0] = await decide(FEW);
    // The relay of events sends some statements meanwhile.
    expect(Math.max(down - downOfFew, up - upOfFew)).toBeLessThan(MANY / 2);
  });
});
