import { PlainServer } from './plain-server.js';

/** Serves `/metrics` of a process whose own port is public. */
export class MetricsServer extends PlainServer {}
