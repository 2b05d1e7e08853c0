const shared = require('../jest.config.cjs');

module.exports = {
  ...shared,
  rootDir: __dirname,
  testMatch: ['<rootDir>/src/**/*.e2e.ts'],
  testTimeout: 240_000,
};
