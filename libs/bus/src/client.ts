// For processes without a database, such as the gateway: the main entry point loads TypeORM for outbox and inbox.
export * from './bus-client.module.js';
export * from './bus.env.js';
export * from './bus.js';
export * from './event-backlogs.js';
export * from './open-rabbitmq.js';
export * from './bus-transport.js';
