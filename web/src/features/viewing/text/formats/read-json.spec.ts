import { type JsonValue, readJson } from './read-json.js';

describe('readJson', () => {
  it('reads lists, objects and all other values', () => {
    const text = ' {"a": [1, "b, \\"c\\" ]", {}], "": true, "d\\u0065": null}\n';
    expect(readJson(text)).toMatchObject({
      isList: false,
      members: [
        [
          'a',
          {
            isList: true,
            members: [
              ['0', '1'],
              ['1', '"b, \\"c\\" ]"'],
              ['2', { isList: false, members: [] }],
            ],
          },
        ],
        ['', 'true'],
        ['de', 'null'],
      ],
    });
    expect(readJson('-1.50e+3')).toBe('-1.50e+3');
  });

  it('leaves numbers, names that occur twice and their order as they are', () => {
    const text = '{"id":12345678901234567890,"f":1.10,"2":1,"1":2,"dup":1,"dup":2,"__proto__":3}';
    expect(readJson(text)).toMatchObject({
      members: [
        ['id', '12345678901234567890'],
        ['f', '1.10'],
        ['2', '1'],
        ['1', '2'],
        ['dup', '1'],
        ['dup', '2'],
        ['__proto__', '3'],
      ],
    });
  });

  it('reads a thousand levels, and a string of half a mebibyte', () => {
    let value: JsonValue = readJson('['.repeat(1_000) + ']'.repeat(1_000));
    for (let level = 1; level < 1_000; level += 1)
      value = typeof value === 'string' ? value : value.members[0]![1];
    expect(value).toMatchObject({ isList: true, members: [] });
    const long = JSON.stringify('a\n'.repeat(250_000));
    expect(readJson(long)).toBe(long);
  });

  it.each([
    ['levels', '['.repeat(1_001) + ']'.repeat(1_001)],
    ['values', `[${'1,'.repeat(200_000)}1]`],
  ])('refuses more %s than a page reads without freezing', (_what, text) => {
    expect(() => readJson(text)).toThrow(RangeError);
  });

  it.each(['{"a": 1,}', '', '{"a" 1}', '[1 2]'])('refuses what is not valid: %j', (text) => {
    expect(() => readJson(text)).toThrow(SyntaxError);
  });
});
