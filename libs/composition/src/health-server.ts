import { jsonResponse, MetricsServer, type TextResponse } from './metrics-server.js';

/** Serves `/livez`, `/readyz` and `/metrics` of a process that has no other HTTP server. */
export class HealthServer extends MetricsServer {
  private draining = false;
  private components: (() => Promise<Record<string, string>>) | undefined;

  /**
   * Derives readiness from the components from now on. To be called once the process has started.
   * @param components status of each component that the process needs: `ok` or `down`
   */
  watch(components: () => Promise<Record<string, string>>): void {
    this.components = components;
  }

  /** Reports the process as live but not ready from now on. */
  drain(): void {
    this.draining = true;
  }

  protected override async respond(path: string | undefined): Promise<TextResponse> {
    if (path === '/livez') return jsonResponse(200, { status: 'ok' });
    if (path !== '/readyz') return super.respond(path);
    if (this.draining) return jsonResponse(503, { status: 'ending' });
    if (!this.components) return jsonResponse(503, { status: 'starting' });
    const components = await this.components();
    const isHealthy = Object.values(components).every((status) => status === 'ok');
    return jsonResponse(isHealthy ? 200 : 503, { status: isHealthy ? 'ok' : 'degraded', components });
  }
}
