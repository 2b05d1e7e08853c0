const shared = { ...require('../jest.config.cjs') };
// The shared runtime is for Node; these tests run in jsdom.
delete shared.runtime;

const [compiler, options] = shared.transform['^.+\\.ts$'];
const compileJsx = [
  compiler,
  {
    ...options,
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
  },
];

module.exports = {
  ...shared,
  testEnvironment: '<rootDir>/jest-environment.cjs',
  testEnvironmentOptions: { customExportConditions: ['@waybill/source', 'node', 'require', 'default'] },
  testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}', '<rootDir>/src/**/*.spec.ts'],
  transform: { '^.+\\.tsx$': compileJsx, ...shared.transform },
  moduleNameMapper: {
    '\\.css$': 'identity-obj-proxy',
    // Its package names the build for browsers in a field that Jest does not read.
    '^tus-js-client$': require.resolve('tus-js-client').replace('/node/', '/browser/'),
    ...shared.moduleNameMapper,
  },
  setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts'],
};
