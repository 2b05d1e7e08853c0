import { Module } from '@nestjs/common';
import { WebhooksController } from './webhooks.controller.js';

/** Webhooks of accounts. */
@Module({ controllers: [WebhooksController] })
export class WebhooksModule {}
