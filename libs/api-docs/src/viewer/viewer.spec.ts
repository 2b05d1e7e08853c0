import { existsSync } from 'node:fs';
import { findViewerFile, viewerPage } from './viewer.js';

describe('viewerPage', () => {
  const loaded = [...viewerPage.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!);

  it('loads nothing from another site and runs no inline script', () => {
    for (const address of loaded) expect(address).toMatch(/^\/(?!\/)/);
    expect(viewerPage).not.toMatch(/<script(?![^>]*\ssrc=)/);
  });

  it('loads only viewer files that exist', () => {
    const names = loaded
      .filter((address) => address.startsWith('/api/docs/viewer/'))
      .map((address) => address.slice('/api/docs/viewer/'.length));
    expect(names).toHaveLength(3);
    for (const name of names) {
      const file = findViewerFile(name)!;
      expect('text' in file || existsSync(file.path)).toBe(true);
    }
  });
});

describe('findViewerFile', () => {
  it.each(['index.html', '../package.json', 'constructor', ''])('does not find %j', (name) => {
    expect(findViewerFile(name)).toBeNull();
  });
});
