import { aFile } from '../../testing/builders.js';
import { filesBefore } from './early-files.js';

const until = (time: string | null) => aFile({ deleteAt: { Time: time, Valid: time !== null } });

describe('filesBefore', () => {
  const early = until('2026-11-20T10:00:00.000Z');
  const late = until('2026-11-30T10:00:00.000Z');
  const never = until(null);

  it('finds the files that expire before their bundle', () => {
    expect(filesBefore('2026-11-25T10:00:00.000Z', [early, late, never])).toEqual([early]);
    expect(filesBefore(null, [early, late, never])).toEqual([early, late]);
  });

  it('finds no file that expires with its bundle, some seconds apart', () => {
    expect(filesBefore('2026-11-20T10:00:20.000Z', [early])).toEqual([]);
  });
});
