import { AllowedMethods } from './allowed-methods.hook.js';

describe('AllowedMethods', () => {
  const allowed = new AllowedMethods();
  allowed.add('/api/files/:id', 'GET');
  allowed.add('/api/files/:id', ['HEAD', 'DELETE']);
  allowed.add('/api/health', 'GET');
  allowed.add('*', 'GET');

  it('lists every method of a path, whatever its parameters', () => {
    expect(allowed.of('/api/files/7')).toEqual(['DELETE', 'GET', 'HEAD']);
    expect(allowed.of('/api/health')).toEqual(['GET']);
  });

  it.each(['/api/files/7/x', '/api/files/', '/api/healthy', '/'])('finds no route for %s', (path) => {
    expect(allowed.of(path)).toEqual([]);
  });
});
