import { MEBIBYTE } from '@waybill/contracts';
import { lengthOf } from '@waybill/storage';
import { Readable } from 'node:stream';
import { SizeLimitedStream } from './size-limited-stream.js';
import { TransferPace } from '../limits/transfer-pace.js';
import { looseLimits } from '../testing/traffic-limits.js';
import { SAMPLE_BYTES } from './media-type.js';

const pace = new TransferPace(looseLimits());

function chunks(...sizes: number[]): Readable {
  return Readable.from(sizes.map((size) => Buffer.alloc(size, size % 251)));
}

async function drain(body: SizeLimitedStream): Promise<number> {
  let size = 0;
  for await (const pieces of body) size += lengthOf(pieces);
  return size;
}

describe('SizeLimitedStream', () => {
  it('passes a file of exactly the limit', async () => {
    expect(await drain(new SizeLimitedStream(chunks(MEBIBYTE - 1, 1), MEBIBYTE, 'free', pace))).toBe(
      MEBIBYTE,
    );
  });

  it('refuses one byte over the limit with the message of the plan', async () => {
    await expect(
      drain(new SizeLimitedStream(chunks(MEBIBYTE, 1), MEBIBYTE, 'free', pace)),
    ).rejects.toMatchObject({
      code: 'files.too-large',
      message: 'Some files were skipped because they exceed the 1MB limit for free tier',
    });
  });

  it('keeps no more of the beginning than media type detection needs', async () => {
    const body = new SizeLimitedStream(chunks(10, MEBIBYTE, MEBIBYTE), 4 * MEBIBYTE, 'free', pace);
    await drain(body);
    expect(body.sample.length).toBe(SAMPLE_BYTES);
    expect(body.sample.subarray(0, 10)).toEqual(Buffer.alloc(10, 10));
  });

  it('answers a form truncated in the middle of a file with request.malformed', async () => {
    const broken = (async function* () {
      yield Buffer.alloc(10);
      await Promise.reject(new Error('Part terminated early due to unexpected end of multipart data'));
    })();
    await expect(
      drain(new SizeLimitedStream(Readable.from(broken), MEBIBYTE, 'free', pace)),
    ).rejects.toMatchObject({
      code: 'request.malformed',
    });
  });
});
