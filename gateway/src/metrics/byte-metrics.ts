import { metrics } from '@waybill/service-kit';
import type { Socket } from 'node:net';

const received = metrics.counter({
  name: 'waybill_http_received_bytes_total',
  help: 'Bytes of requests, headers and all, as they come in',
  labels: ['route'],
});
const sent = metrics.counter({
  name: 'waybill_http_sent_bytes_total',
  help: 'Bytes of answers, headers and all, as they go out',
  labels: ['route'],
});
const open = metrics.gauge({
  name: 'waybill_http_requests_open',
  help: 'Requests that are being served: uploads and downloads under way among them',
  labels: ['route'],
});

/** What was counted of a connection so far. */
interface Counted {
  read: number;
  written: number;
}

/** One call as its bytes see it. */
interface Flow {
  readonly route: string;
  readonly socket: Socket;
}

const connections = new WeakMap<Socket, Counted>();

/** Calls being served. What goes on for an hour is counted as it flows, whenever somebody looks, and not at its end. */
const flows = new Set<Flow>();

open.collect((set) => {
  const routes = new Map<string, number>();
  for (const flow of flows) {
    count(flow);
    routes.set(flow.route, (routes.get(flow.route) ?? 0) + 1);
  }
  for (const [route, number] of routes) set({ route }, number);
});

/** Counts the bytes of one call on its connection, which serves one call at a time. @returns to be called at its end */
export function trackBytes(route: string, socket: Socket): () => void {
  const flow = { route, socket };
  flows.add(flow);
  return () => {
    count(flow);
    flows.delete(flow);
  };
}

function count({ route, socket }: Flow): void {
  const counted = connections.get(socket) ?? { read: 0, written: 0 };
  const { bytesRead, bytesWritten } = socket;
  received.add({ route }, bytesRead - counted.read);
  sent.add({ route }, bytesWritten - counted.written);
  connections.set(socket, { read: bytesRead, written: bytesWritten });
}
