import { MINUTE_MS } from '@waybill/contracts';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ScanFailedError, ScannerSilentError, type ScanResult, VirusScanner } from '../virus-scanner.js';

/** Bytes of one chunk of INSTREAM. */
const CHUNK_BYTES = 64 * 1024;
/** Maximum size of a reply. A longer one does not come from clamd. */
const MAX_REPLY_BYTES = 4096;
/** Timeout without a byte in either direction. Long, because clamd is silent while it scans what it has received. */
const SILENCE_MS = 5 * MINUTE_MS;
/** Default timeout for the reply to a PING, which a working clamd gives immediately. */
const PING_MS = 10_000;
/** Time for which clamd counts as unavailable after a PING timed out, so that not each queued file waits for it. */
const UNAVAILABLE_MS = 10_000;
/** Beginning of the "finding" in bytes that clamd did not scan completely, with its setting `AlertExceedsMax`. */
const LIMITS_EXCEEDED = 'Heuristics.Limits.Exceeded';

/** Scans with clamd, the daemon of ClamAV, by its command INSTREAM. */
export class ClamdScanner extends VirusScanner {
  private unavailableUntil = -Infinity;

  /**
   * @param url `tcp://host:port` or `unix:///path`
   * @param pingMs timeout for the reply to a PING
   */
  constructor(
    private readonly url: URL,
    private readonly pingMs = PING_MS,
  ) {
    super();
  }

  async requireAvailable(): Promise<void> {
    if (performance.now() < this.unavailableUntil)
      throw new ScannerSilentError('clamd gave no reply a moment ago');
    const socket = this.connect(this.pingMs);
    const startedAt = performance.now();
    try {
      socket.write('zPING\0');
      const reply = await readReply(socket);
      if (reply !== 'PONG') throw new Error(`clamd answered ${JSON.stringify(reply)}`);
    } catch (error) {
      // A refused connection fails immediately and delays no queued file.
      if (performance.now() - startedAt < this.pingMs / 2)
        throw new ScanFailedError('clamd is unavailable', { cause: error });
      this.unavailableUntil = performance.now() + UNAVAILABLE_MS;
      throw new ScannerSilentError('clamd gave no reply', { cause: error });
    } finally {
      socket.destroy();
    }
  }

  async scan(bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<ScanResult> {
    const socket = this.connect(SILENCE_MS);
    const abort = () => socket.destroy(new Error('The scan was aborted'));
    signal?.addEventListener('abort', abort);
    try {
      signal?.throwIfAborted();
      const reply = readReply(socket);
      // Awaited only after the bytes are sent: until then, a failure would count as an unhandled rejection.
      reply.catch(() => undefined);
      await this.send(socket, bytes, reply);
      return parseReply(await reply);
    } catch (error) {
      if (error instanceof ScanFailedError || signal?.aborted) throw error;
      throw new ScanFailedError('clamd gave no result', { cause: error });
    } finally {
      signal?.removeEventListener('abort', abort);
      socket.destroy();
    }
  }

  private connect(silenceMs: number): Socket {
    const socket =
      this.url.protocol === 'unix:'
        ? connect({ path: decodeURIComponent(this.url.pathname) })
        : connect({ host: this.url.hostname.replace(/^\[|\]$/g, ''), port: Number(this.url.port) });
    return socket.setTimeout(silenceMs, () => socket.destroy(new Error('clamd is silent')));
  }

  /** Stops as soon as clamd replies, which it does early when the stream exceeds its `StreamMaxLength`. */
  private async send(
    socket: Socket,
    bytes: AsyncIterable<Uint8Array>,
    reply: Promise<string>,
  ): Promise<void> {
    const replied = new AbortController();
    const answered = reply.then(
      () => replied.abort(),
      () => replied.abort(),
    );
    const write = async (data: Uint8Array) => {
      if (!socket.write(data)) await Promise.race([once(socket, 'drain'), answered]);
    };
    await write(Buffer.from('zINSTREAM\0'));
    for await (const piece of bytes) {
      for (let start = 0; start < piece.length; start += CHUNK_BYTES) {
        if (replied.signal.aborted) return;
        const chunk = piece.subarray(start, start + CHUNK_BYTES);
        await write(lengthOf(chunk.length));
        await write(chunk);
      }
    }
    await write(lengthOf(0));
  }
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

function readReply(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (data: Buffer) => {
      text += data.toString('latin1');
      if (text.includes('\0')) resolve(text.slice(0, text.indexOf('\0')));
      else if (text.length > MAX_REPLY_BYTES) reject(new Error('The reply is too long'));
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('clamd closed the connection')));
  });
}

/** @throws ScanFailedError for everything but a result */
function parseReply(reply: string): ScanResult {
  if (reply === 'stream: OK') return { outcome: 'clean' };
  const [, finding] = /^stream: (.+) FOUND$/.exec(reply) ?? [];
  if (finding !== undefined && !finding.startsWith(LIMITS_EXCEEDED)) return { outcome: 'infected', finding };
  throw new ScanFailedError(`clamd answered ${JSON.stringify(reply)}`);
}
