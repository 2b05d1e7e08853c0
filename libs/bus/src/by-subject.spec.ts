import { bySubject } from './by-subject.js';

describe('splitting by subject', () => {
  it('keeps the order within each subject and of their first appearance', () => {
    expect(bySubject(['b1', 'a1', 'b2', 'a2', 'c1'], (item) => item.charAt(0))).toEqual([
      ['b1', 'b2'],
      ['a1', 'a2'],
      ['c1'],
    ]);
  });
});
