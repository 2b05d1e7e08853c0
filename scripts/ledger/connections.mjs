import { connect } from 'node:net';

const HANG_MS = 20_000;
/** Connections idle for longer are not reused: the gateway may close one just when a request is sent on it. */
const MAX_IDLE_MS = 2_000;
const HEADER_END = '\r\n\r\n';
const LINE_END = '\r\n';

/**
 * Keep-alive connections to one server. Uses a third of the CPU time of `node:http`, so that more is left for Waybill.
 * Understands answers with a length, in chunks and without a body: a gateway sends no others on a connection that it
 * keeps open.
 */
export class Connections {
  #idle = [];

  /** @param {string} origin */
  constructor(origin) {
    const { hostname, port, host } = new URL(origin);
    this.address = { host: hostname, port: Number(port), noDelay: true };
    this.hostLine = `host: ${host}${LINE_END}`;
  }

  /**
   * Sends a request. Rejects when the connection breaks before the answer is complete, or hangs.
   * @param {{ method: string, path: string, headers: Record<string, string>, body?: string,
   * isBrokenOff?: boolean }} call `isBrokenOff` breaks the connection when the first byte of the body arrives
   * @returns {Promise<{ status: number, text: () => string }>}
   */
  send({ method, path, headers, body, isBrokenOff = false }) {
    let head = `${method} ${path} HTTP/1.1${LINE_END}${this.hostLine}`;
    for (const name in headers) head += `${name}: ${headers[name]}${LINE_END}`;
    if (body !== undefined) head += `content-length: ${Buffer.byteLength(body)}${LINE_END}`;
    const socket = this.#open();
    return new Promise((resolve, reject) => {
      let bytes = null;
      socket.answer = (piece) => {
        bytes = bytes === null ? piece : Buffer.concat([bytes, piece]);
        const answer = readAnswer(bytes, method);
        if (answer === null) return;
        if (isBrokenOff && answer.hasBody) return void socket.destroy(new Error('Broken off'));
        if (!answer.isComplete) return;
        if (answer.isLast) socket.destroy();
        else this.#keep(socket);
        resolve(answer);
      };
      socket.fail = reject;
      socket.write(`${head}${LINE_END}${body ?? ''}`);
    });
  }

  #open() {
    for (let socket; (socket = this.#idle.pop());) {
      if (!socket.destroyed && performance.now() - socket.idleSince < MAX_IDLE_MS) return socket;
      socket.destroy();
    }
    const socket = connect(this.address);
    socket.setTimeout(HANG_MS, () => socket.destroy(new Error('No answer')));
    socket.on('data', (piece) => (socket.answer ? socket.answer(piece) : socket.destroy()));
    socket.on('error', (error) => socket.fail?.(error));
    socket.on('end', () => socket.destroy());
    socket.on('close', () => socket.fail?.(new Error('Closed')));
    return socket;
  }

  #keep(socket) {
    socket.answer = null;
    socket.fail = null;
    socket.idleSince = performance.now();
    this.#idle.push(socket);
  }
}

/** Reads what has arrived of an answer. Null as long as its headers are not complete. */
function readAnswer(bytes, method) {
  const headerEnd = bytes.indexOf(HEADER_END);
  if (headerEnd < 0) return null;
  const head = bytes.latin1Slice(0, headerEnd + 2);
  const status = Number(head.slice(9, 12));
  const body = bytes.subarray(headerEnd + HEADER_END.length);
  const isEmpty = method === 'HEAD' || status === 204 || status === 304;
  const parts = isEmpty ? [] : bodyOf(head, body);
  return {
    status,
    hasBody: !isEmpty && body.length > 0,
    isComplete: parts !== null,
    isLast: /\r\nconnection: close\r\n/i.test(head),
    text: () => Buffer.concat(parts).toString('utf8'),
  };
}

/** Parts of the body, or null as long as it is not complete. */
function bodyOf(head, body) {
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1];
  if (length !== undefined) return body.length < Number(length) ? null : [body];
  if (!/\r\ntransfer-encoding: chunked\r\n/i.test(head)) throw new Error(`No length: ${head}`);
  const parts = [];
  for (let at = 0; ;) {
    const lineEnd = body.indexOf(LINE_END, at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(body.latin1Slice(at, lineEnd), 16);
    const begin = lineEnd + LINE_END.length;
    const end = begin + size;
    if (body.length < end + LINE_END.length) return null;
    if (size === 0) return parts;
    parts.push(body.subarray(begin, end));
    at = end + LINE_END.length;
  }
}
