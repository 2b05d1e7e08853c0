import { readOptions } from './options.js';

const read = (...args: string[]) => readOptions(args, '/usr/bin', () => undefined);

describe('readOptions', () => {
  it('measures the speed of 1 GiB unless told otherwise', () => {
    expect(read()).toMatchObject({ benchmark: 'speed', size: 1024 ** 3, rounds: 5, write: false });
  });

  it('repeats what was asked for, so that a reader can ask for it again', () => {
    expect(read('memory', '--clients', '4').command).toBe('npm run bench -- memory --clients 4');
  });

  it('keeps settings of the caller’s own from the servers', () => {
    expect(Object.keys(read().environment)).toEqual(['PATH']);
  });

  it.each([[['latency']], [['speed', 'memory']], [['--rounds', '0']], [['--size', 'big']], [['--fast']]])(
    'refuses %j',
    (args) => {
      expect(() => read(...args)).toThrow();
    },
  );
});
