import { randomUUID } from 'node:crypto';
import { type DataOf, type EventContract, type EventMessage, serviceOf } from '@waybill/contracts';
import { type Clock, correlationId, currentContext, metrics } from '@waybill/service-kit';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

const committedEvents = metrics.counter({
  name: 'waybill_events_total',
  help: 'Committed events by type: files uploaded, visits recorded, accounts opened and so on',
  labels: ['type'],
});

type CommitListener = (events: readonly EventMessage[]) => void;

/** Stores the events of a service in the transaction of the change that they describe. */
export class Outbox {
  private readonly uncommitted = new WeakMap<QueryRunner, EventMessage[]>();
  private readonly listeners: CommitListener[] = [];

  constructor(
    private readonly service: string,
    dataSource: DataSource,
    private readonly clock: Clock,
  ) {
    dataSource.subscribers.push({
      afterTransactionCommit: ({ queryRunner }) => this.afterCommit(queryRunner),
      afterTransactionRollback: ({ queryRunner }) => this.afterRollback(queryRunner),
    });
  }

  /**
   * Publishes an event after the transaction of `manager` has committed, and never when it rolls back.
   * @param subject id of the entity the event is about; events of one subject keep their order
   * @throws Error outside of a transaction, for another service's event, or for data that violates the contract
   */
  async add<E extends EventContract>(
    manager: EntityManager,
    contract: E,
    subject: string,
    data: DataOf<E>,
  ): Promise<void> {
    await this.addAll(manager, contract, [{ subject, data }]);
  }

  /** Publishes many events of one type as `add` does, with one statement. */
  async addAll<E extends EventContract>(
    manager: EntityManager,
    contract: E,
    events: readonly { readonly subject: string; readonly data: DataOf<E> }[],
  ): Promise<void> {
    if (events.length === 0) return;
    const runner = manager.queryRunner;
    if (!runner?.isTransactionActive) {
      throw new Error(`${contract.type} must be added in the transaction of the change that it describes.`);
    }
    if (serviceOf(contract) !== this.service) {
      throw new Error(`${this.service} may not publish ${contract.type}.`);
    }
    const messages = events.map(({ subject, data }) => this.message(contract, subject, data));
    await manager.query(
      `INSERT INTO outbox (subject, event)
       SELECT subject, event FROM unnest($1::text[], $2::json[]) WITH ORDINALITY AS added (subject, event, position)
       ORDER BY position`,
      [messages.map(({ subject }) => subject), messages.map((message) => JSON.stringify(message))],
    );
    this.uncommitted.set(runner, [...(this.uncommitted.get(runner) ?? []), ...messages]);
  }

  /** Calls `listener` with the events of each transaction of this process right after its commit. */
  onCommit(listener: CommitListener): void {
    this.listeners.push(listener);
  }

  private message<E extends EventContract>(contract: E, subject: string, data: DataOf<E>): EventMessage {
    const traceparent = currentContext()?.traceparent;
    return {
      specversion: '1.0',
      id: randomUUID(),
      source: this.service,
      type: contract.type,
      time: this.clock.now().toISOString(),
      subject,
      correlationid: correlationId(),
      ...(traceparent && { traceparent }),
      data: contract.data.parse(data),
    };
  }

  private afterCommit(runner: QueryRunner): void {
    // TypeORM also reports a released savepoint as a commit.
    if (runner.isTransactionActive) return;
    const events = this.uncommitted.get(runner);
    this.uncommitted.delete(runner);
    if (!events) return;
    for (const { type } of events) committedEvents.add({ type });
    for (const listener of this.listeners) listener(events);
  }

  private afterRollback(runner: QueryRunner): void {
    if (!runner.isTransactionActive) this.uncommitted.delete(runner);
  }
}
