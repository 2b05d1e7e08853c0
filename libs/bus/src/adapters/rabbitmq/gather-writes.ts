import type { Writable } from 'node:stream';

/**
 * Sends everything that is written to a socket in one turn of the event loop with one system call. amqplib writes each
 * message on its own, and a large one in two parts.
 */
export function gatherWrites(socket: Writable): void {
  const write = socket.write.bind(socket);
  let isGathering = false;
  const gather = (): void => {
    if (isGathering) return;
    isGathering = true;
    socket.cork();
    process.nextTick(() => {
      isGathering = false;
      socket.uncork();
    });
  };
  socket.write = ((...chunk: Parameters<typeof write>) => {
    gather();
    return write(...chunk);
  }) as typeof write;
}
