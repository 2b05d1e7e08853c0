import { createHash } from 'node:crypto';
import { VisitorSketch } from './visitor-sketch.js';

describe('VisitorSketch', () => {
  const hashOf = (visitor: number) => createHash('sha256').update(String(visitor)).digest().subarray(0, 16);
  function sketchOf(from: number, to: number): VisitorSketch {
    const sketch = new VisitorSketch();
    for (let visitor = from; visitor < to; visitor++) sketch.add(hashOf(visitor));
    return sketch;
  }
  function united(...sketches: readonly VisitorSketch[]): number {
    const sum = new VisitorSketch();
    for (const sketch of sketches) sum.uniteEncoded(sketch.encode());
    return sum.count;
  }

  it('counts up to 500 visitors exactly, also of several periods', () => {
    expect(united(sketchOf(0, 300), sketchOf(200, 500))).toBe(500);
  });

  it('estimates more visitors, and the same in whichever order the periods are united', () => {
    const periods = [sketchOf(0, 400), sketchOf(300, 3000), sketchOf(2900, 3300), sketchOf(50, 60)];
    const whole = sketchOf(0, 3300).count;
    expect(Math.abs(whole / 3300 - 1)).toBeLessThan(0.05);
    expect(united(...periods)).toBe(whole);
    expect(united(...periods.toReversed())).toBe(whole);
  });
});
