import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The library of `docker compose`. */
const library = 'github.com/compose-spec/compose-go/v2';
export const composeVersion = 'v2.9.0';

/** Builds compose-config into `folder`: `docker compose config` without Docker. */
export function buildComposeConfig(go, folder) {
  const module = mkdtempSync(join(tmpdir(), 'waybill-compose-'));
  try {
    copyFileSync(join(import.meta.dirname, 'compose-config.go'), join(module, 'main.go'));
    const lines = ['module waybill.invalid/compose', 'go 1.24', `require ${library} ${composeVersion}`];
    writeFileSync(join(module, 'go.mod'), `${lines.join('\n')}\n`);
    spawnSync(go, ['build', '-trimpath', '-o', join(folder, 'compose-config'), '.'], {
      cwd: module,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, GOFLAGS: '-mod=mod -buildvcs=false', CGO_ENABLED: '0' },
    });
  } finally {
    rmSync(module, { recursive: true });
  }
}
