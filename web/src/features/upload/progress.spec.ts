import { paceOf, remember, type Sample } from './progress.js';

const sample = (at: number, sent: number): Sample => ({ at, sent, total: 1000 });

describe('the pace of an upload', () => {
  it('is unknown before there are two samples', () => {
    expect(paceOf([])).toEqual({ fraction: 0, speed: null, secondsLeft: null });
    expect(paceOf([sample(0, 100)])).toEqual({ fraction: 0.1, speed: null, secondsLeft: null });
  });

  it('tells bytes per second and seconds left', () => {
    expect(paceOf([sample(0, 0), sample(2000, 500)])).toEqual({
      fraction: 0.5,
      speed: 250,
      secondsLeft: 2,
    });
  });

  it('follows a network that changes, by forgetting what is older than four seconds', () => {
    const samples = remember([sample(0, 0), sample(3000, 300)], sample(6000, 900));
    expect(samples).toEqual([sample(3000, 300), sample(6000, 900)]);
  });

  it('has no time left to tell while nothing moves', () => {
    expect(paceOf([sample(0, 100), sample(1000, 100)]).secondsLeft).toBeNull();
  });
});
