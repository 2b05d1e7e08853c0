/** A real server of the test's own, initially empty. */
export interface TestServer {
  /** Kills the server (SIGKILL). Acknowledged data stays on disk. Idempotent. */
  kill(): Promise<void>;
  /** Starts the server again with the same address and data. Kills it first if it still runs. */
  restart(): Promise<void>;
  /** Stops the server and removes its data. Idempotent. */
  stop(): Promise<void>;
}

/** This machine cannot start the server. The message is a sentence that names the missing program. */
export class ServerNotAvailable extends Error {
  override readonly name = 'ServerNotAvailable';
}

/** Starts servers of one kind. */
export interface ServerStarter<S extends TestServer> {
  /** Resolves when the server answers. @throws ServerNotAvailable */
  (): Promise<S>;
  /** Reason why this machine cannot start one, as a sentence. Null if it can. */
  unavailable(): string | null;
}
