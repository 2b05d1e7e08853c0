/** Prints the result of a ledger. The last line is the verdict. */
export function printSummary(summary, say) {
  const { visitors, seconds, requests, killed, cpuSeconds, entries, differences } = summary;
  say('');
  say(row(['Kind', 'Visitors', 'Entries', 'of bots', 'Differ']));
  for (const [kind, { visitors: count, people, bots, differing }] of Object.entries(summary.kinds))
    say(row([kind, count, people, bots, differing]));
  say('');
  const failed = total(summary.failedAndRepeated);
  say(
    `${visitors} visitors in ${seconds} s (${summary.visitorsPerSecond}/s), ${requests} requests, ${failed} of them failed and repeated${listed(summary.failedAndRepeated)}`,
  );
  say(`${total(killed)} processes killed${listed(killed)}`);
  if (cpuSeconds) {
    const sum = total(cpuSeconds);
    const perThousand = ((sum / visitors) * 1000).toFixed(1);
    const parts = Object.entries(cpuSeconds).filter(([, part]) => part >= sum / 200);
    const rounded = Object.fromEntries(parts.map(([name, part]) => [name, Math.round(part)]));
    say(`${Math.round(sum)} CPU seconds, ${perThousand} per 1,000 visitors${listed(rounded)}`);
  }
  say(
    `Entries: ${entries.expected} expected, up to ${entries.uncertain} more of lost answers, ${entries.found} found`,
  );
  say(`Differences: ${differences.count} (${differences.visitors} visitors)`);
  for (const line of differences.first) say(line);
  const verdict = differences.count === 0 ? 'Passed: none' : `FAILED: ${differences.count}`;
  say(`${verdict} differences among ${visitors} visitors, with ${total(killed)} processes killed`);
}

function row([name, ...numbers]) {
  return name.padEnd(10) + numbers.map((number) => String(number).padStart(10)).join('');
}

function listed(counts) {
  const parts = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}

function total(counts) {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
