import { Injectable } from '@nestjs/common';
import { IdPipe } from '../http/id.pipe.js';

/** The id of a passkey in the URL. */
@Injectable()
export class PasskeyIdPipe extends IdPipe {
  constructor() {
    super('auth.passkey-not-found');
  }
}
