import { Injectable } from '@nestjs/common';
import { IdPipe } from '../http/id.pipe.js';

/** Parses the id of a webhook. A malformed one answers 404, as an unknown one does. */
@Injectable()
export class WebhookIdPipe extends IdPipe {
  constructor() {
    super('webhooks.not-found');
  }
}
