import { refusalOf } from './api.js';

describe('refusalOf', () => {
  it('lets the sentence of a server not move the cursor of the terminal', () => {
    const body = JSON.stringify({ message: 'Gone\u001B[2J\u001B]0;title\u0007\u202E' });
    expect(refusalOf(410, body, 'http://localhost').message).toBe('Gone\uFFFD[2J\uFFFD]0;title\uFFFD\uFFFD');
  });
});
