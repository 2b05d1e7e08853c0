import { initialsOf } from './initials.js';

describe('the initials of a name', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['ada king lovelace', 'AK'],
    ['Plato', 'PL'],
    ['  Ada   Lovelace ', 'AL'],
    ['Ada 🚢 Harbour', 'A🚢'],
    ['🚢', '🚢'],
    ['👩🏽‍🚀 Mae', '👩🏽‍🚀M'],
    ['🇫🇷 Marie', '🇫🇷M'],
    ['e\u0301milie noe\u0308l', 'E\u0301N'],
    ['李 小龙', '李小'],
    ['', ''],
  ])('keep each letter and emoji whole: %s', (name, initials) => expect(initialsOf(name)).toBe(initials));
});
