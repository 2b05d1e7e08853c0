import { Injectable } from '@nestjs/common';
import { IdPipe } from '../http/id.pipe.js';

/** The id of a report in the URL. */
@Injectable()
export class ReportIdPipe extends IdPipe {
  constructor() {
    super('files.report-not-found');
  }
}
