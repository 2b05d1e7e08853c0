const shared = require('../jest.config.cjs');

/** On the cluster profile, one module runs all flows. */
const onCluster = process.env.WAYBILL_PROFILE === 'cluster';

module.exports = {
  ...shared,
  rootDir: __dirname,
  testMatch: [onCluster ? '<rootDir>/src/cluster-suite.ts' : '<rootDir>/src/**/*.e2e.ts'],
  testTimeout: 240_000,
};
