import { readOptions } from './options.js';

const read = (...args: string[]) => readOptions(args, '/usr/bin', () => undefined);

describe('readOptions', () => {
  it('measures the speed with 1 GiB by default', () => {
    expect(read()).toMatchObject({ benchmark: 'speed', size: 1024 ** 3, rounds: 5, write: false });
  });

  it('returns the command line, so that a reader can run it again', () => {
    expect(read('memory', '--clients', '4').command).toBe('npm run bench -- memory --clients 4');
  });

  it('does not pass the caller’s environment to the servers', () => {
    expect(Object.keys(read().environment)).toEqual(['PATH']);
  });

  it.each([[['latency']], [['speed', 'memory']], [['--rounds', '0']], [['--size', 'big']], [['--fast']]])(
    'refuses %j',
    (args) => {
      expect(() => read(...args)).toThrow();
    },
  );
});
