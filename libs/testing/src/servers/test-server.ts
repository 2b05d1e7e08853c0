/** A real server of a test's own, with nothing in it. */
export interface TestServer {
  /** Ends it as a crash would. What it had acknowledged is still on its disk. Idempotent. */
  kill(): Promise<void>;
  /** Starts it again at its address with what is on its disk; ends it first where it still runs. */
  restart(): Promise<void>;
  /** Ends it and removes all it kept. Idempotent. */
  stop(): Promise<void>;
}

/** The server cannot be had on this machine; the message is one sentence that says what is missing. */
export class ServerNotAvailable extends Error {
  override readonly name = 'ServerNotAvailable';
}

/** Starts servers of one kind. */
export interface ServerStarter<S extends TestServer> {
  /** Resolves when the server answers. @throws ServerNotAvailable */
  (): Promise<S>;
  /** Why this machine cannot start one, in one sentence; null when it can. */
  unavailable(): string | null;
}
