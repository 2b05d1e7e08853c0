// What asking takes, for a process without a database: outbox and inbox would bring TypeORM along.
export * from './bus-client.module.js';
export * from './bus.configuration.js';
export * from './bus.js';
export * from './open-rabbitmq.js';
export * from './transport.js';
