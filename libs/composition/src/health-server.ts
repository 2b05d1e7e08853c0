import { json, type PlainAnswer, PlainServer } from './plain-server.js';

/** Serves `/livez`, `/readyz` and `/metrics` of a process that has no other HTTP server. */
export class HealthServer extends PlainServer {
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

  protected override async answer(path: string | undefined): Promise<PlainAnswer> {
    if (path === '/livez') return json(200, { status: 'ok' });
    if (path !== '/readyz') return super.answer(path);
    if (this.draining) return json(503, { status: 'ending' });
    if (!this.components) return json(503, { status: 'starting' });
    const components = await this.components();
    const isWell = Object.values(components).every((status) => status === 'ok');
    return json(isWell ? 200 : 503, { status: isWell ? 'ok' : 'degraded', components });
  }
}
