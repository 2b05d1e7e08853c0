import { metrics, recordSpan, SpanKind } from '@waybill/service-kit';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

const connections = metrics.gauge({
  name: 'waybill_database_connections',
  help: 'Connections to PostgreSQL of this process: busy, idle, and callers that wait for one',
  labels: ['schema', 'state'],
});
const limit = metrics.gauge({
  name: 'waybill_database_connections_max',
  help: 'Maximum number of connections to PostgreSQL of this process',
  labels: ['schema'],
});
const durations = metrics.histogram({
  name: 'waybill_database_query_duration_seconds',
  help: 'Duration of queries, without the wait for a connection',
  labels: ['schema'],
});
const failures = metrics.counter({
  name: 'waybill_database_query_failures_total',
  help: 'Queries that failed',
  labels: ['schema'],
});

/** Length of a statement in a span. Parameters are personal data and are never recorded. */
const MAX_STATEMENT_LENGTH = 500;

/** Adds metrics of the pool and the queries of a connected data source, and a span for each traced query. */
export function instrumentDatabase(dataSource: DataSource, schema: string): void {
  const { master: pool } = dataSource.driver as unknown as { master: Pool };
  connections.collect((set) => {
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
          name: `${operationOf(query)} ${schema}`,
          kind: SpanKind.CLIENT,
          attributes: {
            'db.system.name': 'postgresql',
            'db.namespace': schema,
            'db.query.text': query.slice(0, MAX_STATEMENT_LENGTH),
          },
        },
        executionTime,
        error,
      );
    },
  });
}

function operationOf(query: string): string {
  return /^\s*([a-z]+)/i.exec(query)?.[1]?.toUpperCase() ?? 'QUERY';
}
