import { placeOf, summarize } from './summary.js';

const frame = (functionName: string, url = '') => ({ functionName, url, lineNumber: 1 });

describe('summarize', () => {
  it('attributes each sample to its own function and module', () => {
    const summary = summarize({
      nodes: [
        { id: 1, callFrame: frame('(idle)') },
        { id: 2, callFrame: frame('push', '/w/node_modules/busboy/lib/index.js') },
        { id: 3, callFrame: frame('seal', '/w/libs/storage/dist/encryption/encrypt-stream.js') },
      ],
      samples: [1, 2, 3, 2],
      timeDeltas: [500_000, 100_000, 300_000, 100_000],
    });
    expect(summary).toEqual({
      seconds: 1,
      places: [
        { name: 'engine (idle)', share: 0.5 },
        { name: 'libs/storage/encryption/encrypt-stream.js', share: 0.3 },
        { name: 'busboy', share: 0.2 },
      ],
      functions: [
        { name: 'seal – libs/storage/encryption/encrypt-stream.js', share: 0.3 },
        { name: 'push – busboy', share: 0.2 },
      ],
    });
  });
});

describe('placeOf', () => {
  it.each([
    ['node:internal/streams/pipeline', 'node:internal/streams/pipeline'],
    ['file:///w/node_modules/@fastify/multipart/index.js', '@fastify/multipart'],
    ['file:///w/gateway/dist/upload/size-limited-stream.js', 'gateway/upload/size-limited-stream.js'],
    ['file:///w/services/files/dist/access/find.js', 'services/files/access/find.js'],
  ])('maps %s to %s', (url, place) => {
    expect(placeOf(frame('f', url))).toBe(place);
  });

  it('distinguishes native functions from the engine’s own states', () => {
    expect(placeOf(frame('update'))).toBe('native update');
    expect(placeOf(frame('(garbage collector)'))).toBe('engine (garbage collector)');
  });
});
