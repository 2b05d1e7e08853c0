import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Runs `allocate` in a process of its own, then collects all garbage.
 * @param measured expression for a number of bytes
 * @returns the bytes before and after the collection
 */
function bytesAround(allocate: string, measured: string): [before: number, after: number] {
  const script = `
    import { getHeapCodeStatistics, getHeapSpaceStatistics } from 'node:v8';
    import { collectAllGarbage } from ${JSON.stringify(join(__dirname, 'collect-all-garbage.ts'))};
    ${allocate}
    const bytes = () => ${measured};
    const before = bytes();
    collectAllGarbage();
    process.stdout.write(JSON.stringify([before, bytes()]));`;
  const argv = ['--max-semi-space-size=16', '--input-type=module', '--eval', script];
  return JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8' })) as [number, number];
}

describe('collectAllGarbage', () => {
  it('makes the young generation of a process small again', () => {
    const [before, after] = bytesAround(
      `let kept = [];
       for (let n = 0; n < 3e6; n++) kept[n % 1e5] = { n };
       kept = [];`,
      `getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size`,
    );
    expect(before).toBeGreaterThan(8 * 2 ** 20);
    expect(after).toBeLessThanOrEqual(2 * 2 ** 20);
  });

  it('frees the bytecode of functions that ran only once', () => {
    const [before, after] = bytesAround(
      `globalThis.functions = Array.from({ length: 2000 }, (_, n) =>
         new Function('a', 'for (let i = 0; i < 3; i++) a += i * ' + n + '; return a;'));
       for (const each of functions) each(1);`,
      'getHeapCodeStatistics().bytecode_and_metadata_size',
    );
    expect(after).toBeLessThan(before / 4);
  });
});
