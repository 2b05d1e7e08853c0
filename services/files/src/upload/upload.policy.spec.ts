import { standardPlans, MEBIBYTE } from '@waybill/contracts';
import { uploadLeaseUntil, requireRoom, requireSize } from './upload.policy.js';

describe('upload policy', () => {
  it.each([
    ['free', 2, 3],
    ['basic', 99, 100],
    ['pro', 999, 1000],
  ] as const)('allows on %s another file with %d files and refuses it with %d', (tier, room, full) => {
    expect(() => requireRoom(room, standardPlans[tier])).not.toThrow();
    expect(() => requireRoom(full, standardPlans[tier])).toThrow(
      `You can only upload up to ${full} files with your ${tier} tier`,
    );
  });

  it.each([
    ['free', 20],
    ['basic', 200],
    ['pro', 2048],
  ] as const)('allows on %s exactly %d MiB per file and no byte more', (tier, mebibytes) => {
    expect(() => requireSize(mebibytes * MEBIBYTE, standardPlans[tier])).not.toThrow();
    expect(() => requireSize(mebibytes * MEBIBYTE + 1, standardPlans[tier])).toThrow(
      `Some files were skipped because they exceed the ${mebibytes}MB limit for ${tier} tier`,
    );
  });

  it('expires an upload two minutes after its last call', () => {
    expect(uploadLeaseUntil(new Date('2026-01-01T00:00:00Z'))).toEqual(new Date('2026-01-01T00:02:00Z'));
  });
});
