import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { AppError, reportMissingContent } from '@waybill/contracts';
import { type Logger, LOGGER, metrics } from '@waybill/service-kit';
import { ObjectNotFoundError } from '@waybill/storage';

const missingObjects = metrics.counter({
  name: 'waybill_objects_missing_total',
  help: 'Downloads that found the object of an existing file missing in the store',
  labels: [],
});

/** Handles reads of objects that the store does not have. */
@Injectable()
export class MissingObjectService {
  constructor(
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Runs `read`. Reports a lost object to the operator and to the owner of the file.
   * @param currentKey requests another ticket and returns its object key; throws if the file was deleted meanwhile
   * @throws AppError `files.content-missing` if the file exists, `server.unavailable` if it has another object by now
   */
  async orReport<T>(
    { fileId, objectKey }: { readonly fileId: string; readonly objectKey: string },
    read: () => Promise<T>,
    currentKey: () => Promise<string>,
  ): Promise<T> {
    try {
      return await read();
    } catch (cause) {
      if (!(cause instanceof ObjectNotFoundError)) throw cause;
      if ((await currentKey()) !== objectKey) throw new AppError('server.unavailable', undefined, { cause });
      const { isLost } = await this.bus.request(reportMissingContent, { fileId, objectKey });
      if (!isLost) throw new AppError('files.not-found', undefined, { cause });
      missingObjects.add({});
      this.logger.error({ err: cause, fileId, objectKey }, 'The object of a file is missing');
      throw new AppError('files.content-missing', undefined, { cause });
    }
  }
}
