import { Injectable } from '@nestjs/common';
import { IdPipe } from './id.pipe.js';

/** The id of a file in the URL. */
@Injectable()
export class FileIdPipe extends IdPipe {
  constructor() {
    super('files.not-found');
  }
}
