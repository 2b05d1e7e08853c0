import * as chardet from 'chardet';
import { legacyEncodingOf } from './legacy-encoding.js';

jest.mock('chardet', () => {
  const original = jest.requireActual<typeof chardet>('chardet');
  return { ...original, analyse: jest.fn(original.analyse) };
});

const analyse = jest.mocked(chardet.analyse);

describe('legacyEncodingOf', () => {
  it('an encoding is recognised once, however often its text is shown', () => {
    const text = Buffer.concat([Buffer.from('Stra'), Buffer.from([0xdf]), Buffer.from('e')]);
    expect(legacyEncodingOf(text)).toBe('windows-1252');
    const detections = analyse.mock.calls.length;
    expect(detections).toBeGreaterThan(0);
    expect(legacyEncodingOf(Buffer.from(text))).toBe('windows-1252');
    expect(analyse).toHaveBeenCalledTimes(detections);
  });
});
