const MEMBER = /^ {2}(.+) is process (\d+), port (\d+)$/;

/** The processes of a cluster, by names such as `files 2`, read from what the cluster prints. */
export class Members {
  #members = new Map();
  #line = '';

  /** Reads a piece of the output. A line about a restarted process replaces the earlier one. */
  read(text) {
    const lines = (this.#line + text).split('\n');
    this.#line = lines.pop();
    for (const line of lines) {
      const [, name, pid, port] = MEMBER.exec(line) ?? [];
      if (name) this.#members.set(name, { pid: Number(pid), port: Number(port) });
    }
  }

  get(name) {
    return this.#members.get(name);
  }

  /** Kinds of processes, such as `files`. */
  get kinds() {
    return [...new Set([...this.#members.keys()].map(kindOfMember))];
  }

  /** Names of the replicas of a kind. */
  of(kind) {
    return [...this.#members.keys()].filter((name) => kindOfMember(name) === kind);
  }

  /** Kinds by process id, of the processes that run now. */
  get byPid() {
    return new Map([...this.#members].map(([name, { pid }]) => [pid, kindOfMember(name)]));
  }
}

function kindOfMember(name) {
  return name.replace(/ \d+$/, '');
}
