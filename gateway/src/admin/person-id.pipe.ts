import { Injectable } from '@nestjs/common';
import { IdPipe } from '../http/id.pipe.js';

/** The id of an account in the URL. */
@Injectable()
export class PersonIdPipe extends IdPipe {
  constructor() {
    super('admin.person-not-found');
  }
}
