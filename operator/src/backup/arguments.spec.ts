import { readSharedEnvironment } from '@waybill/composition';
import { parseBackupArguments } from './arguments.js';

describe('parseBackupArguments', () => {
  const environment = readSharedEnvironment({
    BACKUP_TO: '/backups',
    BACKUP_KEEP: '3',
    BACKUP_KEEP_DAYS: '30',
  });

  it('takes what is not given from BACKUP_TO, BACKUP_KEEP and BACKUP_KEEP_DAYS', () => {
    expect(parseBackupArguments([], environment)).toEqual({
      location: '/backups',
      retention: { count: 3, days: 30 },
      ifDue: false,
      rowsOnly: false,
      prune: false,
    });
    const args = ['--to', 's3://safe', '--keep', '1', '--keep-days', '2', '--if-due', '--rows-only'];
    expect(parseBackupArguments(args, environment)).toEqual({
      location: 's3://safe',
      retention: { count: 1, days: 2 },
      ifDue: true,
      rowsOnly: true,
      prune: false,
    });
    expect(parseBackupArguments(['--prune'], environment)).toMatchObject({ prune: true });
  });

  it.each([
    [['--keep', '0']],
    [['--keep-days', 'many']],
    [['--prune', '--rows-only']],
    [['--prune', '--if-due']],
    [['--elsewhere']],
    [['folder']],
  ])('refuses %j with the usage', (args) => {
    expect(() => parseBackupArguments(args, environment)).toThrow('Usage: npm run backup');
  });
});
