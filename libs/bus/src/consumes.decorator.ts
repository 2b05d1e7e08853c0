import { EventPattern } from '@nestjs/microservices';
import type { EventContract, EventMessage } from '@waybill/contracts';

/** A method that consumes an event. */
export type EventHandler<E extends EventContract> = (event: EventMessage<E>) => Promise<void> | void;

/**
 * Makes a controller's method consume `contract`. A method of another type does not compile.
 * An event may be delivered twice, so its effect belongs in `Inbox.once`. When the method throws, the event is
 * delivered again with growing delays, and becomes a dead letter after the last attempt.
 */
export function Consumes<E extends EventContract>(contract: E) {
  return <M extends EventHandler<E>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => {
    EventPattern(contract.type, { contract })(target, key, descriptor as PropertyDescriptor);
  };
}

/** A method that consumes many events of one type at once. */
export type EventBatchHandler<E extends EventContract> = (
  events: readonly EventMessage<E>[],
) => Promise<void>;

/**
 * Like `Consumes`, for frequent events: the method gets the waiting events of this type, in their order, and applies
 * them in one transaction with `Inbox.onceForAll`. When it throws, each half of the batch is tried again, and so on, so
 * that in the end only a bad event fails.
 */
export function ConsumesInBatches<E extends EventContract>(contract: E) {
  return <M extends EventBatchHandler<E>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => {
    EventPattern(contract.type, { contract, isBatch: true })(target, key, descriptor as PropertyDescriptor);
  };
}
