import { metrics } from '@waybill/service-kit';
import type { Socket } from 'node:net';

const received = metrics.counter({
  name: 'waybill_http_received_bytes_total',
  help: 'Bytes received in requests, headers included, counted while they arrive',
  labels: ['route'],
});
const sent = metrics.counter({
  name: 'waybill_http_sent_bytes_total',
  help: 'Bytes sent in responses, headers included, counted while they are sent',
  labels: ['route'],
});
const open = metrics.gauge({
  name: 'waybill_http_requests_open',
  help: 'Requests in progress, uploads and downloads included',
  labels: ['route'],
});

/** Bytes of a connection that were counted already. */
interface Counted {
  read: number;
  written: number;
}

/** A request in progress and its connection. */
interface OpenRequest {
  readonly route: string;
  readonly socket: Socket;
}

const connections = new WeakMap<Socket, Counted>();

/** Requests in progress. Their bytes are counted at every scrape: a transfer may take an hour. */
const openRequests = new Set<OpenRequest>();

open.collect((set) => {
  const routes = new Map<string, number>();
  for (const request of openRequests) {
    count(request);
    routes.set(request.route, (routes.get(request.route) ?? 0) + 1);
  }
  for (const [route, number] of routes) set({ route }, number);
});

/** Counts the bytes of a request. A connection serves one request at a time. @returns function to call at its end */
export function trackBytes(route: string, socket: Socket): () => void {
  const request = { route, socket };
  openRequests.add(request);
  return () => {
    count(request);
    openRequests.delete(request);
  };
}

function count({ route, socket }: OpenRequest): void {
  const counted = connections.get(socket) ?? { read: 0, written: 0 };
  const { bytesRead, bytesWritten } = socket;
  received.add({ route }, bytesRead - counted.read);
  sent.add({ route }, bytesWritten - counted.written);
  connections.set(socket, { read: bytesRead, written: bytesWritten });
}
