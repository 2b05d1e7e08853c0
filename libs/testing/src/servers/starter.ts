import { isDockerAvailable } from './docker.js';
import { findProgram } from './programs.js';
import { ServerContainer } from './server-container.js';
import type { ServerKind } from './server-kind.js';
import { ServerProcess } from './server-process.js';
import { ServerNotAvailable, type ServerStarter, type TestServer } from './test-server.js';

/**
 * Creates a starter for one kind of server. Uses a container if Docker and an image are available, otherwise the
 * installed programs.
 * @param describe connection details of a server on `port` of 127.0.0.1
 */
export function starterOf<D extends object>(
  kind: ServerKind,
  describe: (port: number) => D,
): ServerStarter<D & TestServer> {
  const find = (): (string | null)[] => kind.programs.map((name) => findProgram(name, kind.folders));
  const { image } = kind;

  async function run(): Promise<ServerProcess | ServerContainer> {
    if (image && isDockerAvailable()) return ServerContainer.start(kind, image);
    const programs = find().filter((path) => path !== null);
    if (programs.length < kind.programs.length) throw new ServerNotAvailable(unavailable() ?? kind.name);
    return ServerProcess.start(kind, programs);
  }

  function unavailable(): string | null {
    if (image && isDockerAvailable()) return null;
    const missing = kind.programs.filter((_, index) => find()[index] === null);
    if (missing.length === 0) return null;
    const other = image ? ', and no Docker engine answers' : '';
    return `${kind.name} is not available: ${missing.join(' and ')} (${kind.installedBy}) is not installed${other}.`;
  }

  async function start(): Promise<D & TestServer> {
    const server = await run();
    return {
      ...describe(server.port),
      kill: () => server.kill(),
      restart: () => server.restart(),
      stop: () => server.stop(),
    };
  }

  return Object.assign(start, { unavailable });
}
