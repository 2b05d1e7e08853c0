import { Injectable } from '@nestjs/common';
import { IdPipe } from './id.pipe.js';

/** The id of a bundle in the URL. */
@Injectable()
export class BundleIdPipe extends IdPipe {
  constructor() {
    super('bundles.not-found');
  }
}
