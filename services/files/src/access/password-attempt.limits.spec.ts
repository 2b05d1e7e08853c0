import { slowdownMs } from './password-attempt.limits.js';

describe('guessing', () => {
  it.each([
    [1, 0],
    [5, 0],
    [6, 200],
    [8, 600],
    [10, 1000],
    [50, 1000],
  ])('wrong password number %d is answered %d ms later', (mistakes, delay) => {
    expect(slowdownMs(mistakes)).toBe(delay);
  });
});
