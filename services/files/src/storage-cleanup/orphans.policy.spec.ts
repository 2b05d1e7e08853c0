import { mayDeleteOrphans } from './orphans.policy.js';

describe('mayDeleteOrphans', () => {
  it.each([
    [1, 21, true],
    [1, 20, false],
    [5, 100, false],
    [1000, 100_000, true],
    [1001, 100_000, false],
    [1, 1, false],
  ])('deletes %i orphans among %i objects: %p', (orphans, objects, expected) => {
    expect(mayDeleteOrphans(orphans, objects)).toBe(expected);
  });
});
