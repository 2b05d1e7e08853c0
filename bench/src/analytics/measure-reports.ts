import { randomUUID } from 'node:crypto';

/** A file whose report is measured. */
export interface ReportedFile {
  readonly id: string;
  /** Milliseconds by call. */
  readonly took: Map<string, number[]>;
}

/** Requests the reports of both files alternately, each as often first, so that load of the machine hits both. */
export async function measureReports(
  origin: string,
  cookie: string,
  pairs: readonly { readonly file: ReportedFile; readonly calls: Readonly<Record<string, string>> }[],
  rounds: number,
): Promise<void> {
  for (let round = -3; round < rounds; round++) {
    for (const name of Object.keys(pairs[0]?.calls ?? {})) {
      for (const { file, calls } of round % 2 === 0 ? pairs : pairs.toReversed()) {
        const ms = await timeOf(`${origin}/api/files/${file.id}/${calls[name] ?? ''}`, cookie);
        // After an aborted export, the server is still busy with its next page. Let an unmeasured report absorb that.
        if (name.includes('export')) await timeOf(`${origin}/api/files/${file.id}/analytics`, cookie);
        // The first rounds warm up.
        if (round >= 0) file.took.set(name, [...(file.took.get(name) ?? []), ms]);
      }
    }
  }
}

/** Milliseconds until a report has arrived, or the first part of an export. */
async function timeOf(url: string, cookie: string): Promise<number> {
  const isExport = url.includes('/export');
  const abort = new AbortController();
  const began = performance.now();
  const response = await fetch(url, { headers: { cookie }, signal: abort.signal });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  if (!isExport) {
    await response.arrayBuffer();
    return performance.now() - began;
  }
  await response.body?.getReader().read();
  const took = performance.now() - began;
  abort.abort();
  return took;
}

/** Measures new visits one by one: milliseconds until the visit is recorded and its bytes have arrived. */
export async function measureVisits(
  origin: string,
  files: readonly ReportedFile[],
  visits: number,
): Promise<void> {
  for (let turn = 0; turn < visits; turn++) {
    for (const file of files) {
      const began = performance.now();
      const response = await fetch(`${origin}/api/files/${file.id}/download?visit=${randomUUID()}`);
      await response.arrayBuffer();
      file.took.set('recording a visit', [
        ...(file.took.get('recording a visit') ?? []),
        performance.now() - began,
      ]);
    }
  }
}

/** Measures how fast analytics counts many concurrent visits, in milliseconds per visit. */
export async function measureCounting(
  origin: string,
  file: ReportedFile,
  visits: number,
  totalViews: () => Promise<number>,
): Promise<void> {
  const before = await totalViews();
  const began = performance.now();
  const send = async () => {
    for (let sent = 0; sent < visits / 20; sent++) {
      const response = await fetch(`${origin}/api/files/${file.id}/download?visit=${randomUUID()}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 20 }, send));
  while ((await totalViews()) < before + visits) await new Promise((resolve) => setTimeout(resolve, 20));
  const perVisit = (performance.now() - began) / visits;
  file.took.set('counting a visit', [...(file.took.get('counting a visit') ?? []), perVisit]);
}
