import { Controller, Res } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { type Health, checkHealthOf, type ServiceName, serviceNames } from '@waybill/contracts';
import { healthRoutes } from '@waybill/contracts/http';
import { HealthRegistry } from '@waybill/service-kit';
import type { FastifyReply } from 'fastify';
import { Route } from '../http/route.decorator.js';
import { SkipSession } from '../http/access.decorator.js';

const TIMEOUT_MS = 3000;
/** Cached, because each check sends a request to every service, which in turn checks its servers. */
const TTL_MS = 2000;
type Components = Health['components'];

@Controller()
@SkipSession()
export class HealthController {
  private cached: { readonly checkedAt: number; readonly components: Promise<Components> } | undefined;

  constructor(
    private readonly bus: Bus,
    private readonly registry: HealthRegistry,
  ) {}

  /** Health of every component that users depend on, across all services, at most two seconds old. */
  @Route('GET /api/health', healthRoutes.health)
  async health(@Res({ passthrough: true }) reply: FastifyReply): Promise<Health> {
    const now = performance.now();
    if (!this.cached || now - this.cached.checkedAt > TTL_MS) {
      this.cached = { checkedAt: now, components: this.checkAll() };
    }
    return respond(reply, await this.cached.components);
  }

  /** Liveness. Checks no dependency: restarting the gateway does not repair an unavailable database. */
  @Route('GET /livez', healthRoutes.live)
  live() {
    return { status: 'ok' };
  }

  /**
   * Readiness: the gateway is not shutting down and its bus is connected. Other dependencies are unavailable to every
   * replica alike, so taking this one out of the load balancer would not help; the calls that need them answer 503.
   */
  @Route('GET /readyz', healthRoutes.ready)
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Health> {
    return respond(reply, await this.registry.check(['gateway', 'bus']));
  }

  private async checkAll(): Promise<Components> {
    const parts = await Promise.all([this.registry.check(), ...serviceNames.map((name) => this.check(name))]);
    return parts.reduce(merge, {});
  }

  private async check(service: ServiceName): Promise<Components> {
    try {
      const { components } = await this.bus.request(checkHealthOf(service), {}, { timeoutMs: TIMEOUT_MS });
      return { ...components, [service]: 'ok' };
    } catch {
      return { [service]: 'down' };
    }
  }
}

/** A component that is down for one service is down. */
function merge(left: Components, right: Components): Components {
  const merged = { ...left };
  for (const [name, status] of Object.entries(right)) {
    merged[name] = merged[name] === 'down' ? 'down' : status;
  }
  return merged;
}

function respond(reply: FastifyReply, components: Components): Health {
  const status = Object.values(components).every((value) => value === 'ok') ? 'ok' : 'degraded';
  void reply.status(status === 'ok' ? 200 : 503).header('cache-control', 'no-store');
  return { status, components };
}
