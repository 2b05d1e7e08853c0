/** Fields of `/proc/<pid>/stat` (proc(5)). */
export interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  /** CPU time in user and system mode. */
  readonly ticks: number;
}

/** Parses the line. The program name is in brackets and can contain brackets and blanks. */
export function parseStat(text: string): ProcessStat {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return {
    pid: Number.parseInt(text, 10),
    parent: Number(fields[1]),
    ticks: Number(fields[11]) + Number(fields[12]),
  };
}
