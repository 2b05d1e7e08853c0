import { existsSync, lstatSync, readlinkSync } from 'node:fs';

/** Files that a confined command needs. */
export interface SandboxFiles {
  /** The only folder that it can write to. */
  readonly folder: string;
  /** Files and folders that it can read, besides the system's. Those that do not exist are left out. */
  readonly readable: readonly string[];
}

/** Folders of programs and libraries. On most systems /bin, /sbin and /lib* are symbolic links into /usr. */
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/nix/store'];

/** Settings that the loader, fontconfig and LibreOffice read. None of them contains secrets. */
const systemFiles = [
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/ld.so.cache',
  '/etc/libreoffice',
  '/usr/share/fonts',
  '/var/cache/fontconfig',
  '/var/lib/libreoffice',
];

/** Gives a command read-only programs, one writable folder, no network, and no access to other processes. */
export function bubblewrapArguments({ folder, readable }: SandboxFiles): string[] {
  return [
    '--unshare-all',
    '--die-with-parent',
    ...systemFolders.flatMap(systemFolder),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    // LibreOffice creates its socket in /tmp, regardless of TMPDIR.
    '--dir',
    '/tmp',
    // After `--dev`, which would cover readable files in /dev/shm.
    ...[...systemFiles, ...readable].flatMap((path) => ['--ro-bind-try', path, path]),
    '--bind',
    folder,
    folder,
    '--chdir',
    folder,
  ];
}

function systemFolder(path: string): string[] {
  if (!existsSync(path)) return [];
  return lstatSync(path).isSymbolicLink()
    ? ['--symlink', readlinkSync(path), path]
    : ['--ro-bind', path, path];
}
