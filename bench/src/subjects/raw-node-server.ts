import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * First reference: a node:http server that only pipes bodies to and from the disk.
 * Arguments: port, folder, buffer size in bytes, and `sync` for uploads that are on disk before their response.
 */
const [port, folder = '', buffer, sync] = process.argv.slice(2);
const highWaterMark = Number(buffer);

createServer({ highWaterMark, requestTimeout: 0 }, (request, response) => {
  serve(request, response).catch((error: unknown) => response.destroy(error as Error));
}).listen(Number(port), '127.0.0.1');

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = join(folder, request.url ?? '');
  switch (request.method) {
    case 'PUT':
      await pipeline(request, createWriteStream(path, { highWaterMark }));
      if (sync === 'sync') await Promise.all([path, folder].map(syncToDisk));
      response.writeHead(201).end();
      return;
    case 'DELETE':
      await rm(path);
      response.writeHead(204).end();
      return;
    default: {
      const file = await stat(path);
      if (!file.isFile()) return void response.writeHead(404).end();
      response.writeHead(200, { 'content-length': file.size });
      await pipeline(createReadStream(path, { highWaterMark }), response);
    }
  }
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
