import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What some tests need besides npm's packages, and what is left out without it. */
const needed = [
  { program: 'chromium', packages: ['chromium'], for: 'the browser tests' },
  {
    program: 'soffice',
    packages: ['libreoffice-writer-nogui', 'libreoffice-calc-nogui', 'libreoffice-impress-nogui'],
    for: 'the tests of Office previews',
  },
];

/** Installs what is missing where Debian's packages can be had. @returns a sentence for each it could not get */
export function installSystemPackages() {
  const absent = needed.filter(({ program }) => !isInstalled(program));
  if (absent.length > 0 && canInstall()) {
    process.stdout.write(`Installing ${absent.map(({ program }) => program).join(', ')} …\n`);
    apt('update', '-qq');
    apt('install', '-y', '-qq', '--no-install-recommends', ...absent.flatMap(({ packages }) => packages));
  }
  return absent
    .filter(({ program }) => !isInstalled(program))
    .map((item) => `${item.program} could not be installed, so ${item.for} were skipped.`);
}

function isInstalled(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

function canInstall() {
  return process.getuid?.() === 0 && isInstalled('apt-get');
}

function apt(...args) {
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
