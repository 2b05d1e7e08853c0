/** The path of a route contract, `/api/files/{id}`, as Fastify writes it: `/api/files/:id`. */
export function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
