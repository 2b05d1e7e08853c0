import { formatMarkdown } from '../features/viewing/text/formats/format-markdown.js';
import { readTable } from '../features/viewing/text/formats/read-table.js';
import { attempt } from '../features/viewing/text/formats/serve.js';

/** Answers of the workers whose address contains the key. */
const answers: Readonly<Record<string, (text: string) => unknown>> = {
  'markdown.worker': formatMarkdown,
  'table.worker': readTable,
};

/** A worker that computes in the window of the test, because jsdom has none. Colours of source code are left out. */
export class InProcessWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  private readonly address: string;

  constructor(address: URL) {
    this.address = address.href;
    queueMicrotask(() => this.onmessage?.({ data: 'loaded' }));
  }

  postMessage(request: string): void {
    const name = Object.keys(answers).find((key) => this.address.includes(key)) ?? '';
    const answer = attempt(() => answers[name]?.(request) ?? null);
    this.onmessage?.({ data: { answer } });
  }

  terminate(): void {
    this.onmessage = null;
  }
}
