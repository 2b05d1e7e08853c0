import { calculatePace, addSample, type Sample } from './progress.js';

const sample = (at: number, sent: number): Sample => ({ at, sent, total: 1000 });

describe('calculatePace', () => {
  it('returns no speed before the second sample', () => {
    expect(calculatePace([])).toEqual({ fraction: 0, speed: null, secondsLeft: null });
    expect(calculatePace([sample(0, 100)])).toEqual({ fraction: 0.1, speed: null, secondsLeft: null });
  });

  it('returns bytes per second and seconds left', () => {
    expect(calculatePace([sample(0, 0), sample(2000, 500)])).toEqual({
      fraction: 0.5,
      speed: 250,
      secondsLeft: 2,
    });
  });

  it('ignores samples older than four seconds', () => {
    const samples = addSample([sample(0, 0), sample(3000, 300)], sample(6000, 900));
    expect(samples).toEqual([sample(3000, 300), sample(6000, 900)]);
  });

  it('returns no time left while no bytes are sent', () => {
    expect(calculatePace([sample(0, 100), sample(1000, 100)]).secondsLeft).toBeNull();
  });
});
