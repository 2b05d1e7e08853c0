import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

const PROTOCOL_HEADER_LENGTH = 8;
const METHOD = 1;
const HEARTBEAT = 8;
const FRAME_END = 0xce;
const FRAME_OVERHEAD = 8;
const HEARTBEAT_INTERVAL_MS = 500;

/** Class and method ids of AMQP 0-9-1. */
const START_OK = '10.11';
const OPEN = '10.40';
const CHANNEL_OPEN = '20.10';

const START = method(10, 10, [0, 9, ...uint32(0), ...longString('PLAIN'), ...longString('en_US')]);
const TUNE = method(10, 30, [0, 0, ...uint32(0), 0, 0]);
const OPEN_OK = method(10, 41, [0]);
const CHANNEL_OPEN_OK = method(20, 11, uint32(0));
const CHANNEL_CLOSE = method(20, 40, [1, 0x38, 0, 0, 0, 0, 0]);

/** Imitates a damaged broker: opens connections and channels, sends heartbeats, and replies to nothing else. */
export class SilentBroker {
  private readonly sockets: Socket[] = [];

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => this.serve(socket));
  }

  static async start(): Promise<SilentBroker> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SilentBroker(server);
  }

  get url(): string {
    return `amqp://guest:guest@127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Number of connections so far. */
  get connections(): number {
    return this.sockets.length;
  }

  /** Closes the first channel of the latest connection, with an error. */
  closeChannel(): void {
    this.sockets.at(-1)?.write(frame(METHOD, 1, CHANNEL_CLOSE));
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private serve(socket: Socket): void {
    this.sockets.push(socket);
    const heartbeats = setInterval(() => socket.write(frame(HEARTBEAT, 0, [])), HEARTBEAT_INTERVAL_MS);
    socket.on('error', () => undefined).once('close', () => clearInterval(heartbeats));
    let received = Buffer.alloc(0);
    let isStarted = false;
    socket.on('data', (data: Buffer) => {
      received = Buffer.concat([received, data]);
      if (!isStarted && received.length >= PROTOCOL_HEADER_LENGTH) {
        isStarted = true;
        received = received.subarray(PROTOCOL_HEADER_LENGTH);
        socket.write(frame(METHOD, 0, START));
      }
      while (isStarted && received.length >= FRAME_OVERHEAD) {
        const size = received.readUInt32BE(3);
        if (received.length < size + FRAME_OVERHEAD) return;
        const reply = replyTo(received);
        received = received.subarray(size + FRAME_OVERHEAD);
        if (reply) socket.write(reply);
      }
    });
  }
}

function replyTo(received: Buffer): Buffer | null {
  if (received.readUInt8(0) !== METHOD) return null;
  const channel = received.readUInt16BE(1);
  switch (`${received.readUInt16BE(7)}.${received.readUInt16BE(9)}`) {
    case START_OK:
      return frame(METHOD, 0, TUNE);
    case OPEN:
      return frame(METHOD, 0, OPEN_OK);
    case CHANNEL_OPEN:
      return frame(METHOD, channel, CHANNEL_OPEN_OK);
    default:
      return null;
  }
}

function frame(type: number, channel: number, payload: readonly number[]): Buffer {
  return Buffer.from([type, channel >> 8, channel & 0xff, ...uint32(payload.length), ...payload, FRAME_END]);
}

function method(classId: number, methodId: number, fields: readonly number[]): number[] {
  return [0, classId, 0, methodId, ...fields];
}

function uint32(value: number): number[] {
  return [(value >>> 24) & 0xff, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
}

function longString(text: string): number[] {
  return [...uint32(text.length), ...Buffer.from(text, 'latin1')];
}
