import type { EventMessage } from '@waybill/contracts';

/** Identifies one delivery: an event and its consumer. */
export interface DeliveryKey {
  readonly eventId: string;
  readonly consumer: string;
}

/** An event whose delivery to one consumer failed at every attempt. */
export interface DeadLetter extends DeliveryKey {
  readonly event: EventMessage;
  readonly attempts: number;
  /** The error of the last attempt. */
  readonly error: string;
  readonly diedAt: Date;
}

/** The operator's access to dead letters. */
export abstract class DeadLetters {
  /** Oldest first, at most `limit` (100 by default). @param of lists only the letters of a consumer or an event */
  abstract list(limit?: number, of?: Partial<DeliveryKey>): Promise<DeadLetter[]>;

  /** Delivers the event again, with all attempts left. False when there is no such dead letter. */
  abstract replay(key: DeliveryKey): Promise<boolean>;

  /** Deletes the dead letter. False when there is none. */
  abstract drop(key: DeliveryKey): Promise<boolean>;
}
