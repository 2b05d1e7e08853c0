import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { AppError, countLinkDownload } from '@waybill/contracts';
import { type Logger, LOGGER } from '@waybill/service-kit';
import type { OpenedFile, RangeResponse } from './range-response.service.js';
import { isResume } from './resumed-download.js';

/** A response with bytes that are downloaded, perhaps through a link. */
export interface DownloadCall {
  readonly targetId: string;
  readonly origin: Pick<OpenedFile, 'linkId' | 'linkSession'>;
  readonly response: RangeResponse;
}

/** Counts downloads through links before their first byte is sent. */
@Injectable()
export class LinkDownloadService {
  constructor(
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Counts the download before its visit is recorded: a refused download is no visit. Once counted, it is sent even if
   * recording fails (docs/decisions/what-counts-as-a-visit.md), but not if recording refuses it, as for a deleted file.
   */
  async countThenRecord(
    { targetId, origin: { linkId, linkSession: session }, response }: DownloadCall,
    record: () => Promise<void>,
  ): Promise<void> {
    if (linkId === undefined || session === undefined) return record();
    await this.bus.request(countLinkDownload, { linkId, session, targetId, isResume: isResume(response) });
    try {
      await record();
    } catch (error) {
      if (AppError.isRefusal(error)) throw error;
      this.logger.error({ err: error, targetId, linkId }, 'The visit of a counted download was not recorded');
    }
  }
}
