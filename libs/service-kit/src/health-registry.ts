import { Injectable } from '@nestjs/common';

export type ComponentStatus = 'ok' | 'down';

const CHECK_TIMEOUT_MS = 2000;

/** The parts a process stands on, and whether they answer. Adapters register what they connect to. */
@Injectable()
export class HealthRegistry {
  private readonly checks = new Map<string, () => Promise<void>>();

  /** `check` rejects, or takes over two seconds, when the component is down. */
  register(component: string, check: () => Promise<void>): void {
    this.checks.set(component, check);
  }

  async check(): Promise<Record<string, ComponentStatus>> {
    const entries = [...this.checks].map(async ([name, check]) => [name, await this.ask(check)] as const);
    return Object.fromEntries(await Promise.all(entries));
  }

  private async ask(check: () => Promise<void>): Promise<ComponentStatus> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<ComponentStatus>((resolve) => {
      timer = setTimeout(() => resolve('down'), CHECK_TIMEOUT_MS);
    });
    try {
      return await Promise.race([check().then(() => 'ok' as const), late]);
    } catch {
      return 'down';
    } finally {
      clearTimeout(timer);
    }
  }
}
