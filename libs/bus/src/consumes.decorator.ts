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
