const { join } = require('node:path');
const shared = require('../jest.config.cjs');

module.exports = {
  ...shared,
  rootDir: __dirname,
  testMatch: ['<rootDir>/src/**/*.e2e.ts'],
  testTimeout: 600_000,
  globalSetup: join(__dirname, 'global-setup.cjs'),
  globalTeardown: join(__dirname, 'global-teardown.cjs'),
  testSequencer: join(__dirname, '../scripts/test-run/slow-first.sequencer.cjs'),
};
