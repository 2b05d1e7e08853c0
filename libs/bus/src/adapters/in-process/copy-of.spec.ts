import { copyOf } from './copy-of.js';

describe('copyOf', () => {
  it('shares no object and no list with the original', () => {
    const original = { list: [{ deep: { name: 'a' } }], text: 'b', none: null, missing: undefined };
    const copy = copyOf(original);
    expect(copy).toStrictEqual(original);
    original.list[0]!.deep.name = 'changed';
    original.list.push({ deep: { name: 'more' } });
    expect(copy.list).toEqual([{ deep: { name: 'a' } }]);
  });

  it.each([
    ['a date', new Date(0)],
    ['a map', new Map([['a', { b: 1 }]])],
    ['bytes', new Uint8Array([1, 2])],
  ])('copies %s as structuredClone does', (_case, value) => {
    const copy = copyOf({ value });
    expect(copy.value).not.toBe(value);
    expect(copy).toEqual(structuredClone({ value }));
  });

  it('refuses a function, which no message can carry', () => {
    expect(() => copyOf({ call: () => undefined })).toThrow('could not be cloned');
  });

  it('keeps a key named __proto__ as a key', () => {
    const copy = copyOf(JSON.parse('{"__proto__": {"isAdmin": true}}') as { isAdmin?: boolean });
    expect(Object.keys(copy)).toEqual(['__proto__']);
    expect(copy.isAdmin).toBeUndefined();
  });
});
