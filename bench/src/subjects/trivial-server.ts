import { fastify } from 'fastify';

/** A route that does nothing, in the framework the gateway is built on. Argument: port. */
const server = fastify();
server.get('/', () => ({ status: 'ok' }));
await server.listen({ port: Number(process.argv[2]), host: '127.0.0.1' });
