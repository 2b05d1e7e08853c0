import { slowdownMs } from './password-attempt.limits.js';

describe('slowdownMs', () => {
  it.each([
    [1, 0],
    [5, 0],
    [6, 200],
    [8, 600],
    [10, 1000],
    [50, 1000],
  ])('delays the reply to wrong password number %d by %d ms', (mistakes, delay) => {
    expect(slowdownMs(mistakes)).toBe(delay);
  });
});
