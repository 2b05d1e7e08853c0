import { nodeVersionError } from './node-version.js';

describe('nodeVersionError', () => {
  it.each(['24.0.0', '24.21.0', '26.1.0'])('accepts Node %s', (version) => {
    expect(nodeVersionError(version)).toBeNull();
  });

  it.each(['20.19.0', '22.12.0', '9.0.0'])('names the required version for Node %s', (version) => {
    expect(nodeVersionError(version)).toBe(
      `Waybill needs Node 24 or newer, and this is Node ${version}. On Linux, \`npm ci\` installs it.`,
    );
  });
});
