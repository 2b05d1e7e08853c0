import { NestFactory } from '@nestjs/core';
import { RateLimiter, RateLimiterModule } from '@waybill/redis';
import { looseLimits } from '../testing/traffic-limits.js';
import { AnonymousUploadsService } from './anonymous-uploads.service.js';

const browserId = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';

describe('AnonymousUploadsService', () => {
  it('limits the resumable uploads of clients without cookies, while browsers and other networks are served', async () => {
    const cookielessUploads = { name: 's', points: 2, windowSeconds: 600 };
    const context = await NestFactory.createApplicationContext(RateLimiterModule.forMemory(), {
      logger: false,
    });
    const limits = looseLimits({ cookielessUploads });
    const uploads = new AnonymousUploadsService(context.get(RateLimiter), limits);
    const create = (address: string, browser: string | null = null) =>
      uploads.countCreation({ userId: null, browserId: browser, address });
    await create('203.0.113.7');
    await create('203.0.113.7');
    await expect(create('203.0.113.7')).rejects.toMatchObject({ code: 'files.too-many-uploads' });
    await expect(create('203.0.113.7', browserId)).resolves.toBeUndefined();
    await expect(create('203.0.113.8')).resolves.toBeUndefined();
    await context.close();
  });
});
