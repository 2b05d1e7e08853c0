import { one, parseArguments } from './arguments.js';

const options = { password: { type: 'string' } } as const;
const parse = (...args: string[]) => parseArguments('send', args, options, one);

describe('parseArguments', () => {
  it('says in whole sentences how to give a value that begins with a dash', () => {
    expect(() => parse('a.txt', '--password', '-x')).toThrow(
      /use '--password=-XYZ': see "waybill send --help"\.$/,
    );
    expect(parse('a.txt', '--password=-x').values).toEqual({ password: '-x' });
  });

  it('gives no advice about an option that it does not know', () => {
    expect(() => parse('a.txt', '--bogus')).toThrow(
      /^Unknown option '--bogus': see "waybill send --help"\.$/,
    );
  });
});
