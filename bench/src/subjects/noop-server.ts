import { fastify } from 'fastify';

/** No-op route in the framework that the gateway uses. Argument: port. */
const server = fastify();
server.get('/', () => ({ status: 'ok' }));
await server.listen({ port: Number(process.argv[2]), host: '127.0.0.1' });
