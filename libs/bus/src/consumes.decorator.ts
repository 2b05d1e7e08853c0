import { EventPattern } from '@nestjs/microservices';
import type { EventContract, EventMessage } from '@waybill/contracts';

/** A method that takes note of an event. */
export type EventHandler<E extends EventContract> = (event: EventMessage<E>) => Promise<void> | void;

/**
 * Makes a controller's method consume `contract`. A method of another type does not compile.
 * An event may come twice: let the effect run in `Inbox.once`. What the method throws has the event
 * delivered again, later and later, and in the end kept among the dead letters.
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
