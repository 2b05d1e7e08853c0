import { json, type PlainAnswer, PlainServer } from './plain-server.js';

/** `/livez`, `/readyz` and `/metrics` of a process that has no HTTP of its own. */
export class HealthServer extends PlainServer {
  private draining = false;
  private components: (() => Promise<Record<string, string>>) | undefined;

  /**
   * The process has started: from now on it is as ready as its parts are.
   * @param components the parts the process stands on, each `ok` or `down`
   */
  watch(components: () => Promise<Record<string, string>>): void {
    this.components = components;
  }

  /** From now on the process is alive, but not ready. */
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
