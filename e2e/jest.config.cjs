const shared = require('../jest.config.cjs');

/** On many processes one file has every flow of both profiles: see there. */
const many = process.env.WAYBILL_PROFILE === 'cluster';

module.exports = {
  ...shared,
  rootDir: __dirname,
  testMatch: [many ? '<rootDir>/src/every-flow.ts' : '<rootDir>/src/**/*.e2e.ts'],
  testTimeout: 240_000,
};
