import { Injectable } from '@nestjs/common';
import { withTimeout } from './time/with-timeout.js';

export type ComponentStatus = 'ok' | 'down';

const CHECK_TIMEOUT_MS = 2000;

/** Health checks of the servers and folders that a process depends on. Adapters register their own. */
@Injectable()
export class HealthRegistry {
  private readonly checks = new Map<string, () => Promise<void>>();
  private readonly running = new Map<string, Promise<ComponentStatus>>();

  /** @param check rejects when the component is down; a check that takes over two seconds counts as down */
  register(component: string, check: () => Promise<void>): void {
    this.checks.set(component, check);
  }

  /**
   * Concurrent callers share one check of a component: any client may call this, and each check is work for a server.
   * @param only names of the components to check; all when left out
   */
  async check(only?: readonly string[]): Promise<Record<string, ComponentStatus>> {
    const entries = [...this.checks]
      .filter(([name]) => !only || only.includes(name))
      .map(async ([name, check]) => [name, await this.sharedStatus(name, check)] as const);
    return Object.fromEntries(await Promise.all(entries));
  }

  private sharedStatus(name: string, check: () => Promise<void>): Promise<ComponentStatus> {
    const running = this.running.get(name);
    if (running) return running;
    const status = statusOf(check).finally(() => this.running.delete(name));
    this.running.set(name, status);
    return status;
  }
}

async function statusOf(check: () => Promise<void>): Promise<ComponentStatus> {
  return withTimeout(CHECK_TIMEOUT_MS, check(), () => new Error('timeout')).then(
    () => 'ok',
    () => 'down',
  );
}
