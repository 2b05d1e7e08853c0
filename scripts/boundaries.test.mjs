import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ESLint } from 'eslint';

// Code that breaks an architecture rule, and the lint rule that must report it. The files need not exist.
const offences = [
  [
    'a service imports another service',
    'services/auth/src/x.ts',
    "import '@waybill/files';",
    '@nx/enforce-module-boundaries',
  ],
  [
    'a service reaches into another one',
    'services/auth/src/x.ts',
    "import '../../files/src/index.js';",
    '@nx/enforce-module-boundaries',
  ],
  [
    'the gateway imports a service',
    'gateway/src/x.ts',
    "import '@waybill/auth';",
    '@nx/enforce-module-boundaries',
  ],
  [
    'the client imports a library of the server',
    'web/src/x.ts',
    "import '@waybill/bus';",
    '@nx/enforce-module-boundaries',
  ],
  [
    'contracts import a library',
    'libs/contracts/src/x.ts',
    "import '@waybill/bus';",
    '@nx/enforce-module-boundaries',
  ],
  [
    'a library imports a service',
    'libs/bus/src/x.ts',
    "import '@waybill/auth';",
    '@nx/enforce-module-boundaries',
  ],
  [
    'an SDK is used beyond its adapter',
    'services/files/src/x.ts',
    "import 'bullmq';",
    'no-restricted-imports',
  ],
  [
    'an injectable class has no role in its file name',
    'services/files/src/access/gate.ts',
    '@Injectable() export class Gate {}',
    'waybill/role-suffix',
  ],
  [
    'a service class is not named after its file',
    'services/files/src/access/visits.service.ts',
    '@Injectable() export class Visits {}',
    'waybill/role-suffix',
  ],
  [
    'a service has an HTTP controller',
    'services/files/src/access/access.controller.ts',
    '@Controller() export class AccessController {}',
    'waybill/role-suffix',
  ],
  [
    'a file has an ending that the vocabulary replaced',
    'services/files/src/upload/upload.rules.ts',
    'export const limit = 1;',
    'waybill/role-suffix',
  ],
  ['a port knows its adapter’s SDK', 'libs/storage/src/x.ts', "import 'minio';", 'no-restricted-imports'],
];

const eslint = new ESLint();

for (const [what, filePath, code, rule] of offences) {
  test(`lint refuses code when ${what}`, async () => {
    const [result] = await eslint.lintText(`${code}\n`, { filePath });
    assert.deepEqual(
      result.messages.filter(({ ruleId }) => ruleId === rule).length,
      1,
      `expected ${rule} on: ${code}\n${JSON.stringify(result.messages, null, 2)}`,
    );
  });
}

test('lint lets an adapter use its SDK', async () => {
  const [result] = await eslint.lintText("import 'minio';\n", { filePath: 'libs/storage/src/adapters/x.ts' });
  assert.deepEqual(
    result.messages.filter(({ ruleId }) => ruleId === 'no-restricted-imports'),
    [],
  );
});
