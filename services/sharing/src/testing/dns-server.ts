import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const HEADER_BYTES = 12;
const FLAGS_FOUND = 0x8180;
const FLAGS_NOT_FOUND = 0x8183;
const TYPES = { 1: 'A', 5: 'CNAME', 28: 'AAAA' } as const;
/** Points to the name of the question. */
const NAME_OF_QUESTION = Buffer.from([0xc0, HEADER_BYTES]);

/** Records of one name; an alias also has those of the name it points to. Null: the server never answers for it. */
export type DnsRecords = {
  readonly ipv4?: readonly (readonly [number, number, number, number])[];
  /** Groups of an IPv6 address. */
  readonly ipv6?: readonly (readonly number[])[];
  readonly alias?: string;
} | null;

/** A DNS server on UDP whose answers the test decides. */
export class DnsServer {
  /** Questions so far, such as `A hooks.example.org`. */
  readonly questions: string[] = [];
  /** By default no name exists. */
  records: (name: string) => DnsRecords | undefined = () => undefined;

  private constructor(private readonly socket: Socket) {}

  static async start(): Promise<DnsServer> {
    const socket = createSocket('udp4');
    const server = new DnsServer(socket);
    socket.on('message', (query, { port, address }) => {
      const answer = server.answer(query);
      if (answer) socket.send(answer, port, address);
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return server;
  }

  /** Address and port, as `Resolver.setServers` takes them. */
  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  async close(): Promise<void> {
    this.socket.close();
    await once(this.socket, 'close');
  }

  private answer(query: Buffer): Buffer | null {
    const { name, end } = readName(query);
    const type = TYPES[query.readUInt16BE(end) as keyof typeof TYPES];
    this.questions.push(`${type} ${name}`);
    const found = this.records(name);
    if (found === null) return null;
    const aliases = found?.alias === undefined ? [] : [record(5, writeName(found.alias))];
    const owner = found?.alias === undefined ? found : this.records(found.alias);
    const addresses =
      type === 'A'
        ? (owner?.ipv4 ?? []).map((bytes) => record(1, Buffer.from(bytes), found?.alias))
        : (owner?.ipv6 ?? []).map((groups) => record(28, Buffer.from(groups.flatMap(pair)), found?.alias));
    const answers = [...aliases, ...addresses];
    const header = Buffer.alloc(HEADER_BYTES);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(found === undefined ? FLAGS_NOT_FOUND : FLAGS_FOUND, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    return Buffer.concat([header, query.subarray(HEADER_BYTES, end + 4), ...answers]);
  }
}

const pair = (group: number) => [group >> 8, group & 0xff];

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
}

function writeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

/** @param owner name of the record; by default that of the question */
function record(type: number, data: Buffer, owner?: string): Buffer {
  const facts = Buffer.alloc(10);
  facts.writeUInt16BE(type, 0);
  facts.writeUInt16BE(1, 2);
  facts.writeUInt16BE(data.length, 8);
  return Buffer.concat([owner === undefined ? NAME_OF_QUESTION : writeName(owner), facts, data]);
}
