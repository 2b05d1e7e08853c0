/** Folder and ports of one server. */
export interface ServerResources {
  /** Files of a server process. A container does not use it. */
  readonly folder: string;
  /** Free ports of 127.0.0.1, `portCount` of them. The server listens on the first. */
  readonly ports: readonly number[];
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Image {
  readonly name: string;
  /** Port inside the container. */
  readonly port: number;
  readonly command?: readonly string[];
}

/** Describes how to start a kind of server. */
export interface ServerKind {
  readonly name: string;
  /** Names of all required programs. */
  readonly programs: readonly string[];
  /** Folders to search before PATH. */
  readonly folders?: readonly string[];
  /** Command that installs the programs, for the skip message. */
  readonly installedBy: string;
  readonly portCount?: number;
  /** @param programs paths of `programs`, in their order */
  command(resources: ServerResources, programs: readonly string[]): Command;
  /** Container image, if there is one. */
  readonly image?: Image;
  /** Rejects until the server on `port` is ready. */
  checkReady(port: number): Promise<void>;
}
