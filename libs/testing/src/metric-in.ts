/**
 * The value of one series in what a `/metrics` answered; 0 where there is none, as of something never counted.
 * @param series as it is written there: `waybill_mails_total{outcome="sent"}`
 */
export function metricIn(text: string, series: string): number {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? 0 : Number(line.slice(series.length + 1));
}
