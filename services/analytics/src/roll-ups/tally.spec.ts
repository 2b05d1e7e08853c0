import { emptyCounts, OTHER_VALUES, type StoredTally, Tally } from './tally.js';

/** A period with one visit from each of some cities. */
function period(cities: readonly string[]): StoredTally {
  const counts = emptyCounts();
  for (const city of cities) counts.city[city] = 1;
  const sums = { views: cities.length, readers: 0, completion: 0, last_view_at: null };
  return { ...sums, visitors: Buffer.alloc(0), counts };
}

const citiesFrom = (first: number) => Array.from({ length: 1000 }, (_, index) => `City ${first + index}`);

describe('Tally', () => {
  it('a tally keeps a thousand values of a property, and counts further ones as Other', () => {
    const tally = new Tally();
    tally.uniteStored(period([...citiesFrom(0), OTHER_VALUES]));
    tally.uniteStored(period(citiesFrom(400)));
    const { [OTHER_VALUES]: other, ...kept } = tally.counts.city;
    expect(other).toBe(401);
    expect(Object.keys(kept)).toEqual(citiesFrom(0));
    expect([kept['City 0'], kept['City 400']]).toEqual([1, 2]);
  });

  it('adding up visits from a thousand cities does not list the cities for each of them', () => {
    const stored = period(citiesFrom(0));
    const keys = jest.spyOn(Object, 'keys');
    const tally = new Tally();
    tally.uniteStored(stored);
    tally.uniteStored(period(citiesFrom(1000)));
    expect(keys.mock.calls.length).toBeLessThan(10);
    keys.mockRestore();
  });
});
