import { metrics, recordSpan } from '@waybill/service-kit';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

const connections = metrics.gauge({
  name: 'waybill_database_connections',
  help: 'Connections to PostgreSQL that this process holds, busy and idle, and those who wait for one',
  labels: ['schema', 'state'],
});
const limit = metrics.gauge({
  name: 'waybill_database_connections_max',
  help: 'Connections to PostgreSQL that this process may hold',
  labels: ['schema'],
});
const durations = metrics.histogram({
  name: 'waybill_database_query_duration_seconds',
  help: 'Queries, from when they had a connection to their result',
  labels: ['schema'],
});
const failures = metrics.counter({
  name: 'waybill_database_query_failures_total',
  help: 'Queries that PostgreSQL refused or did not answer',
  labels: ['schema'],
});

/** A statement alone says what was asked; parameters, which are people's data, are never looked at. */
const LONGEST_TEXT = 500;

/** Tells how a connected data source fares: in numbers, and each query as a part of the trace it belongs to. */
export function observeDatabase(dataSource: DataSource, schema: string): void {
  const { master: pool } = dataSource.driver as unknown as { master: Pool };
  connections.collect((set) => {
    // A pool that was closed has none, and does not come back.
    if (!dataSource.isInitialized) return;
    set({ schema, state: 'busy' }, pool.totalCount - pool.idleCount);
    set({ schema, state: 'idle' }, pool.idleCount);
    set({ schema, state: 'waited-for' }, pool.waitingCount);
  });
  limit.collect((set) => {
    if (dataSource.isInitialized) set({ schema }, pool.options.max);
  });
  dataSource.subscribers.push({
    afterQuery: ({ query, success, executionTime = 0, error }) => {
      if (success) durations.observe({ schema }, executionTime / 1000);
      else failures.add({ schema });
      recordSpan(
        {
          name: `${wordOf(query)} ${schema}`,
          kind: 'client',
          attributes: {
            'db.system.name': 'postgresql',
            'db.namespace': schema,
            'db.query.text': query.slice(0, LONGEST_TEXT),
          },
        },
        executionTime,
        error,
      );
    },
  });
}

function wordOf(query: string): string {
  return /^\s*([a-z]+)/i.exec(query)?.[1]?.toUpperCase() ?? 'QUERY';
}
