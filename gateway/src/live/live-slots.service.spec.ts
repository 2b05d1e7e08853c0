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

describe('LiveSlotsService', () => {
  it('bounds the streams of an account, and frees each of them', () => {
    const slots = new LiveSlotsService();
    const frees = Array.from({ length: MAX_STREAMS_PER_ACCOUNT }, (_, n) =>
      slots.acquire('ada', `203.0.${n >> 8}.${n & 255}`),
    );
    expect(codeOf(() => slots.acquire('ada', '198.51.100.1'))).toBe('live.too-many-streams');
    expect(codeOf(() => slots.acquire('grace', '198.51.100.1'))).toBeNull();
    frees[0]?.();
    expect(codeOf(() => slots.acquire('ada', '198.51.100.1'))).toBeNull();
  });

  it('bounds the streams of a network, whatever their accounts', () => {
    const slots = new LiveSlotsService();
    for (let n = 0; n < streamsPerNetwork.points; n++) slots.acquire(`account ${n}`, '203.0.113.7');
    expect(codeOf(() => slots.acquire('one more', '203.0.113.7'))).toBe('live.too-many-streams');
    expect(codeOf(() => slots.acquire('one more', '198.51.100.1'))).toBeNull();
  });

  it('bounds the streams of the process', () => {
    const slots = new LiveSlotsService();
    for (let n = 0; n < MAX_STREAMS; n++) slots.acquire(`account ${n}`, '10.0.0.1');
    expect(codeOf(() => slots.acquire('one more', '10.0.0.1'))).toBe('server.busy');
  });
});
