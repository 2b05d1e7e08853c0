import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { networkHasher } from '@waybill/redis';
import { LOGGER, type Logger, SecurityLog } from '@waybill/service-kit';
import { Keyring } from '@waybill/storage';
import { CookiesService } from './cookies.service.js';
import { ErrorFilter } from './error.filter.js';

/** Cookies, error responses and the security log, shared by every feature. */
@Module({
  providers: [
    CookiesService,
    { provide: APP_FILTER, useClass: ErrorFilter },
    {
      provide: SecurityLog,
      inject: [LOGGER, Keyring],
      useFactory: (logger: Logger, { networkHashKey }: Keyring) =>
        new SecurityLog(logger, networkHasher(networkHashKey)),
    },
  ],
  exports: [CookiesService, SecurityLog],
})
export class HttpModule {}
