import { leaseFrom, requireRoom, requireSize } from './upload.policy.js';

const MEBIBYTE = 1024 * 1024;

describe('room for uploads', () => {
  it.each([
    ['free', 2, 3],
    ['basic', 99, 100],
    ['pro', 999, 1000],
  ] as const)('on %s ends after the last of the files it gives', (tier, room, full) => {
    expect(() => requireRoom(room, tier)).not.toThrow();
    expect(() => requireRoom(full, tier)).toThrow(
      `You can only upload up to ${full} files with your ${tier} tier`,
    );
  });

  it.each([
    ['free', 20],
    ['basic', 200],
    ['pro', 2048],
  ] as const)('on %s is %d MiB per file, to the byte', (tier, mebibytes) => {
    expect(() => requireSize(mebibytes * MEBIBYTE, tier)).not.toThrow();
    expect(() => requireSize(mebibytes * MEBIBYTE + 1, tier)).toThrow(
      `Some files were skipped because they exceed the ${mebibytes}MB limit for ${tier} tier`,
    );
  });

  it('lasts two minutes after the last call of an upload', () => {
    expect(leaseFrom(new Date('2026-01-01T00:00:00Z'))).toEqual(new Date('2026-01-01T00:02:00Z'));
  });
});
