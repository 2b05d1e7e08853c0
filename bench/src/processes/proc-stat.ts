/** Fields of `/proc/<pid>/stat` (proc(5)). */
export interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  /** CPU time in user and system mode. */
  readonly ticks: number;
  /** CPU time of its children that have ended, such as connections of PostgreSQL. */
  readonly endedTicks: number;
}

/** Parses the line. The program name is in brackets and can contain brackets and blanks. */
export function parseStat(text: string): ProcessStat {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return {
    pid: Number.parseInt(text, 10),
    parent: Number(fields[1]),
    ticks: Number(fields[11]) + Number(fields[12]),
    endedTicks: Number(fields[13]) + Number(fields[14]),
  };
}
