import { Injectable } from '@nestjs/common';
import { IdPipe } from '../http/id.pipe.js';

/** The id of a file request in the URL. */
@Injectable()
export class FileRequestIdPipe extends IdPipe {
  constructor() {
    super('requests.not-found');
  }
}
