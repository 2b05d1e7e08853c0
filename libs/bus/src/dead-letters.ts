import type { EventMessage } from '@waybill/contracts';

/** Which delivery is meant: one event to one consumer. */
export interface DeliveryKey {
  readonly eventId: string;
  readonly consumer: string;
}

/** An event that its consumer could not take however often it was tried. */
export interface DeadLetter extends DeliveryKey {
  readonly event: EventMessage;
  readonly attempts: number;
  /** What the last attempt failed with. */
  readonly error: string;
  readonly diedAt: Date;
}

/** What an operator does about events that failed for good. */
export abstract class DeadLetters {
  /** The oldest first, at most `limit` (100 unless told). */
  abstract list(limit?: number): Promise<DeadLetter[]>;

  /** Delivers it again, with all its attempts before it. False when there is no such dead letter. */
  abstract replay(key: DeliveryKey): Promise<boolean>;

  /** Forgets it. False when there is no such dead letter. */
  abstract drop(key: DeliveryKey): Promise<boolean>;
}
