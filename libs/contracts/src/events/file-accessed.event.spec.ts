import { recordVisit } from '../requests/visits.requests.js';
import { fileAccessed } from './file-accessed.event.js';

const fileId = '7c1c6d1e-3f0b-4c55-9d0e-2f7a54a3b8aa';
const visitor = { address: '192.0.2.1', userAgent: 'Browser/1', referer: '', via: null };

describe('fileAccessed and recordVisit', () => {
  it('accepts messages of versions that knew neither links nor bots', () => {
    const event = { fileId, visitId: fileId, accessedAt: '2026-01-01T12:00:00.000Z', ...visitor };
    const request = { fileId, key: `page:${fileId}`, ...visitor };

    expect(fileAccessed.data.parse(event)).toEqual(event);
    expect(recordVisit.input.parse(request)).toEqual(request);
  });
});
