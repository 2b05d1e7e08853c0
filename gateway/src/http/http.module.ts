import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { CookiesService } from './cookies.service.js';
import { ErrorFilter } from './error.filter.js';

/** Cookies and error responses, shared by every feature. */
@Module({
  providers: [CookiesService, { provide: APP_FILTER, useClass: ErrorFilter }],
  exports: [CookiesService],
})
export class HttpModule {}
