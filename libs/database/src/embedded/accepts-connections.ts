import { Client } from 'pg';
import { ROLE } from './cluster.js';

export function connectionUrl(password: string, port: number): string {
  return `postgresql://${ROLE}:${password}@127.0.0.1:${port}/${ROLE}`;
}

/**
 * Whether the server is the one of the cluster and accepts connections. SCRAM authenticates both sides, so only that
 * server accepts the password.
 */
export async function acceptsConnections(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', ignoreLoss);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(ignoreLoss);
  }
}

/** Ignores the loss of a probe's connection: the only question is whether the server accepts it. */
function ignoreLoss(): void {
  return undefined;
}
