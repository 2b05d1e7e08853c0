const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const swc = JSON.parse(readFileSync(join(__dirname, '.swcrc'), 'utf8'));
delete swc.$schema;

/** Shared by every project: `jest -c ../../jest.config.cjs --rootDir .` */
module.exports = {
  testEnvironment: join(__dirname, 'scripts/test-run/one-context.environment.cjs'),
  runtime: join(__dirname, 'scripts/test-run/one-context.runtime.cjs'),
  testEnvironmentOptions: { customExportConditions: ['@waybill/source', 'node', 'require', 'default'] },
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
  transform: {
    '^.+\\.ts$': ['@swc/jest', { ...swc, swcrc: false, module: { type: 'commonjs' }, sourceMaps: 'inline' }],
  },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  globalSetup: join(__dirname, 'scripts/test-run/temporary-folder.setup.cjs'),
  setupFilesAfterEnv: [join(__dirname, 'jest.setup.cjs')],
  testTimeout: 300_000,
  maxWorkers: 2,
  reporters: ['default', join(__dirname, 'scripts/test-run/outcome-reporter.cjs')],
};
