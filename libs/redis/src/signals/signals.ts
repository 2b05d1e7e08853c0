/**
 * Short messages to every process that listens at this moment. A message can get lost, such as during an outage, so a
 * listener must be able to find out later what it missed.
 */
export abstract class Signals {
  /** Never rejects: a message that cannot be sent is lost. */
  abstract send(topic: string, message: string): Promise<void>;

  /** Calls `listener` with each message that any process sends. @returns function that stops it */
  abstract listen(topic: string, listener: (message: string) => void): Promise<() => void>;

  abstract close(): Promise<void>;
}
