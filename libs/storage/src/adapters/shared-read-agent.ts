import http from 'node:http';
import https from 'node:https';

/** Bytes of one read at most. Longer pieces need fewer calls, but take more memory while a client is slow. */
const READ_SIZE = 256 * 1024;

/**
 * Creates a connection pool whose sockets all read into one buffer. By default Node allocates 64 KiB for each read, so
 * a download leaves garbage of its whole size. The next read may overwrite the buffer, because the HTTP parser copies
 * the body out of it before `emit` returns.
 */
export function createSharedReadAgent(secure: boolean): http.Agent {
  const agent = secure ? new https.Agent({ keepAlive: true }) : new http.Agent({ keepAlive: true });
  const connect = agent.createConnection.bind(agent);
  const buffer = Buffer.allocUnsafeSlow(READ_SIZE);
  agent.createConnection = (options, callback) => {
    const onread = {
      buffer,
      callback: (length: number) => {
        socket?.emit('data', buffer.subarray(0, length));
        return true;
      },
    };
    const reading = { ...options, onread };
    const socket = connect(reading, callback);
    return socket;
  };
  return agent;
}
