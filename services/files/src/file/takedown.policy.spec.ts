import { takedownRefusal } from './takedown.policy.js';

describe('takedownRefusal', () => {
  it('refuses a file that was taken down', () => {
    expect(takedownRefusal({ takenDownAt: new Date() })).toBe('files.taken-down');
    expect(takedownRefusal({ takenDownAt: null })).toBeNull();
  });
});
