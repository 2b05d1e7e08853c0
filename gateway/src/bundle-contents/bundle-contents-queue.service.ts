import { Injectable } from '@nestjs/common';
import { REQUEST_TIMEOUT_MS } from '@waybill/bus/client';
import { clientOf } from '@waybill/redis';
import { FairSemaphore, toWaitRefusal } from '@waybill/service-kit';

/** Calls that are answered at once. Describing a large bundle takes a tenth of a second of the processor. */
const AT_ONCE = 16;
const MAX_WAITING = 1_000;
const MAX_WAITING_OF_NETWORK = 64;
/** Waiting calls of an address that stands for many clients. */
const MAX_WAITING_OF_SHARED_ADDRESS = 500;

/** Queue of the calls that describe all files of a bundle, of all controllers together. Networks take turns. */
@Injectable()
export class BundleContentsQueueService {
  private readonly semaphore = new FairSemaphore({ permits: AT_ONCE, maxWaiting: MAX_WAITING });

  /** @throws AppError `request.too-many`, `server.busy`, or the error of `work` */
  async run<T>(address: string, work: () => Promise<T>): Promise<T> {
    const { network, isShared } = clientOf(address);
    const maxWaiting = isShared ? MAX_WAITING_OF_SHARED_ADDRESS : MAX_WAITING_OF_NETWORK;
    const turn = { key: network, maxWaiting, deadline: Date.now() + REQUEST_TIMEOUT_MS };
    try {
      return await this.semaphore.run(turn, work);
    } catch (error) {
      throw toWaitRefusal(error);
    }
  }
}
