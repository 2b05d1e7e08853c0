export * from './eventually.js';
export * from './servers/describe-with-server.js';
export * from './servers/rabbitmq.js';
export * from './servers/redis.js';
export * from './servers/s3.js';
export * from './servers/test-server.js';
export * from './start-postgres.js';
export * from './temporary-folder.js';
