/** Where one server lives. */
export interface Place {
  /** Its files; what a container keeps, it keeps inside. */
  readonly folder: string;
  /** Free ports of 127.0.0.1, as many as its kind needs; it listens on the first. */
  readonly ports: readonly number[];
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Image {
  readonly name: string;
  /** Where the server listens inside. */
  readonly port: number;
  readonly command?: readonly string[];
}

/** What one has to know to start a server of this kind. */
export interface ServerKind {
  readonly name: string;
  /** Every program it runs on. */
  readonly programs: readonly string[];
  /** Folders beyond PATH where packages hide them. */
  readonly folders?: readonly string[];
  /** What installs the programs, as one would type it. */
  readonly installedBy: string;
  readonly portCount?: number;
  /** @param programs where `programs` were found, in their order */
  command(place: Place, programs: readonly string[]): Command;
  /** The same in a container, where an image can be pulled. */
  readonly image?: Image;
  /** Rejects until the server on `port` answers. */
  answers(port: number): Promise<void>;
}
