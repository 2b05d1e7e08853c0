import { Cluster } from './cluster.js';
import type { Environment } from './environment.js';
import { RealServers } from './real-servers.js';
import { sharedInstance } from './shared-instance.js';

/** A cluster, and its servers, which a test can kill. */
export class ClusterOnServers {
  private constructor(
    readonly servers: RealServers,
    readonly cluster: Cluster,
  ) {}

  /** Files that run in one Jest module share it (shared-instance.ts). */
  static start(environment: Environment = {}): Promise<ClusterOnServers> {
    return sharedInstance(environment, async () => {
      const servers = await RealServers.start();
      return new ClusterOnServers(servers, await Cluster.start({ ...servers.environment, ...environment }));
    });
  }

  async dispose(): Promise<void> {
    await this.cluster.stopNow();
    await this.servers.stop();
  }
}
