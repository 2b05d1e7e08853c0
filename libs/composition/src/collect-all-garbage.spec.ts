import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

describe('collectAllGarbage', () => {
  it('makes the young generation of a process small again', () => {
    const script = `
      import { getHeapSpaceStatistics } from 'node:v8';
      import { collectAllGarbage } from ${JSON.stringify(join(__dirname, 'collect-all-garbage.ts'))};
      const youngBytes = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size;
      let kept = [];
      for (let n = 0; n < 3e6; n++) kept[n % 1e5] = { n };
      kept = [];
      const before = youngBytes();
      collectAllGarbage();
      process.stdout.write(JSON.stringify([before, youngBytes()]));`;
    const argv = ['--max-semi-space-size=16', '--input-type=module', '--eval', script];
    const [before, after] = JSON.parse(
      execFileSync(process.execPath, argv, { encoding: 'utf8' }),
    ) as number[];
    expect(before).toBeGreaterThan(8 * 2 ** 20);
    expect(after).toBeLessThanOrEqual(2 * 2 ** 20);
  });
});
