import { scanRefusal } from './virus-scan.policy.js';

describe('scanRefusal', () => {
  it('refuses an infected file to everyone, its owner included', () => {
    expect(scanRefusal({ scanState: 'infected' }, true)).toBe('files.infected');
    expect(scanRefusal({ scanState: 'infected' }, false)).toBe('files.infected');
  });

  it('refuses a file that waits for its scan to everyone but its owner', () => {
    expect(scanRefusal({ scanState: 'pending' }, false)).toBe('files.being-scanned');
    expect(scanRefusal({ scanState: 'pending' }, true)).toBeNull();
  });

  it.each(['none', 'skipped', 'clean'] as const)('lets a file pass whose scan is %s', (scanState) => {
    expect(scanRefusal({ scanState }, false)).toBeNull();
  });
});
