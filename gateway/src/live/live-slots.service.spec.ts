import { type AppError } from '@waybill/contracts';
import { LiveSlotsService } from './live-slots.service.js';
import { MAX_STREAMS, MAX_STREAMS_PER_ACCOUNT, streamsPerNetwork } from './live.limits.js';

const codeOf = (acquire: () => unknown): string | null => {
  try {
    acquire();
    return null;
  } catch (error) {
    return (error as AppError).code;
  }
};

const ignore = () => undefined;

describe('LiveSlotsService', () => {
  it('bounds the streams of an account, and frees each of them', () => {
    const slots = new LiveSlotsService();
    const frees = Array.from({ length: MAX_STREAMS_PER_ACCOUNT }, (_, n) =>
      slots.acquire('ada', `203.0.${n >> 8}.${n & 255}`, ignore),
    );
    expect(codeOf(() => slots.acquire('ada', '198.51.100.1', ignore))).toBe('live.too-many-streams');
    expect(codeOf(() => slots.acquire('grace', '198.51.100.1', ignore))).toBeNull();
    frees[0]?.();
    expect(codeOf(() => slots.acquire('ada', '198.51.100.1', ignore))).toBeNull();
  });

  it('bounds the streams of a network, whatever their accounts', () => {
    const slots = new LiveSlotsService();
    for (let n = 0; n < streamsPerNetwork.points; n++) slots.acquire(`account ${n}`, '203.0.113.7', ignore);
    expect(codeOf(() => slots.acquire('one more', '203.0.113.7', ignore))).toBe('live.too-many-streams');
    expect(codeOf(() => slots.acquire('one more', '198.51.100.1', ignore))).toBeNull();
  });

  it('bounds the streams of the process', () => {
    const slots = new LiveSlotsService();
    for (let n = 0; n < MAX_STREAMS; n++) slots.acquire(`account ${n}`, '10.0.0.1', ignore);
    expect(codeOf(() => slots.acquire('one more', '10.0.0.1', ignore))).toBe('server.busy');
  });

  it('takes a stream of the account with the most for an account with fewer when the process is full', () => {
    const slots = new LiveSlotsService();
    const ended: string[] = [];
    const greedy = ['a', 'b', 'c', 'd', 'e'];
    for (let n = 0; n < MAX_STREAMS; n++) {
      const userId = greedy[n % greedy.length] ?? '';
      slots.acquire(userId, '10.0.0.1', () => ended.push(`${userId} ${n}`));
    }
    const others = Array.from({ length: 50 }, (_, n) =>
      codeOf(() => slots.acquire(`${n}`, '10.0.0.1', ignore)),
    );
    expect(others.filter(Boolean)).toEqual([]);
    expect(ended).toHaveLength(50);
    expect(ended.slice(0, 5).sort()).toEqual(['a 0', 'b 1', 'c 2', 'd 3', 'e 4']);
    for (const userId of greedy) {
      expect(codeOf(() => slots.acquire(userId, '10.0.0.1', ignore))).toBe('server.busy');
    }
  });

  it('frees a slot once, also after a stream was abandoned', () => {
    const slots = new LiveSlotsService();
    const frees = Array.from({ length: MAX_STREAMS }, (_, n) =>
      slots.acquire(`${n % 5}`, '10.0.0.1', ignore),
    );
    slots.acquire('ada', '10.0.0.1', ignore);
    for (const free of [...frees, ...frees]) free();
    for (let n = 1; n < MAX_STREAMS; n++) slots.acquire(`account ${n}`, '10.0.0.1', ignore);
    expect(codeOf(() => slots.acquire('one more', '10.0.0.1', ignore))).toBe('server.busy');
  });
});
