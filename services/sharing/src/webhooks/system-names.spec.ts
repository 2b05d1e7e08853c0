import { addressesInHosts, searchedNames } from './system-names.js';

describe('addressesInHosts', () => {
  const hosts = [
    '# 192.0.2.9 receiver.example.org',
    '127.0.0.1\tlocalhost',
    '10.0.0.1  Receiver.example.org receiver # of this pod',
    'fd00::1 receiver.example.org',
    'nonsense receiver.example.org',
  ].join('\n');

  it('finds all addresses of a name, in both families', () => {
    expect(addressesInHosts(hosts, 'receiver.example.org')).toEqual([
      { address: '10.0.0.1', family: 4 },
      { address: 'fd00::1', family: 6 },
    ]);
    expect(addressesInHosts(hosts, 'receiver')).toEqual([{ address: '10.0.0.1', family: 4 }]);
  });

  it('finds nothing for a name in a comment or of no line', () => {
    for (const name of ['of', 'example.org', '']) expect(addressesInHosts(hosts, name)).toEqual([]);
  });
});

describe('searchedNames', () => {
  const kubernetes = [
    'search tools.svc.cluster.local svc.cluster.local',
    'nameserver 10.96.0.10',
    'options ndots:5 timeout:1',
  ].join('\n');

  it('tries the search domains first for a name with few dots', () => {
    expect(searchedNames(kubernetes, 'receiver.tools')).toEqual([
      'receiver.tools.tools.svc.cluster.local',
      'receiver.tools.svc.cluster.local',
      'receiver.tools',
    ]);
  });

  it('tries the name itself first without a setting', () => {
    expect(searchedNames('domain example.net', 'hooks.example.org')).toEqual([
      'hooks.example.org',
      'hooks.example.org.example.net',
    ]);
    expect(searchedNames('', 'hooks.example.org')).toEqual(['hooks.example.org']);
  });

  it('searches nothing for a name that ends with a dot', () => {
    expect(searchedNames(kubernetes, 'hooks.example.org.')).toEqual(['hooks.example.org.']);
  });
});
