import { Injectable } from '@nestjs/common';
import { IdPipe } from '../http/id.pipe.js';

/** The id of a link in the URL. */
@Injectable()
export class LinkIdPipe extends IdPipe {
  constructor() {
    super('links.not-found');
  }
}
