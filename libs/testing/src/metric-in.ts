/**
 * Value of one series in the text of `/metrics`. 0 if the series is missing: counters appear with their first count.
 * @param series name and labels as in the text: `waybill_mails_total{outcome="sent"}`
 */
export function metricIn(text: string, series: string): number {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? 0 : Number(line.slice(series.length + 1));
}
