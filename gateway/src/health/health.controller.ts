import { Controller, Res } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { type Health, checkHealthOf, type ServiceName, serviceNames } from '@waybill/contracts';
import { healthRoutes } from '@waybill/contracts/http';
import { HealthRegistry } from '@waybill/service-kit';
import type { FastifyReply } from 'fastify';
import { Route } from '../http/route.decorator.js';
import { SkipSession } from '../sessions/session.guard.js';

const TIMEOUT_MS = 3000;
type Components = Health['components'];

@Controller()
@SkipSession()
export class HealthController {
  constructor(
    private readonly bus: Bus,
    private readonly registry: HealthRegistry,
  ) {}

  /** How users fare: every part they need, the gateway's own among them. */
  @Route(healthRoutes.health)
  async health(@Res({ passthrough: true }) reply: FastifyReply): Promise<Health> {
    const parts = await Promise.all([this.registry.check(), ...serviceNames.map((name) => this.ask(name))]);
    return answer(reply, parts.reduce(merge, {}));
  }

  /** The process runs. Asks no server: a database that is away is no reason to restart the gateway. */
  @Route(healthRoutes.live)
  live() {
    return { status: 'ok' };
  }

  /**
   * This gateway can take calls: it is not ending, and the bus is there, without which it can answer none. What else
   * is away is so for every gateway; calls that need it say so, better than a load balancer left without a gateway.
   */
  @Route(healthRoutes.ready)
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Health> {
    const components = Object.entries(await this.registry.check()).filter(([name]) => name !== 'storage');
    return answer(reply, Object.fromEntries(components));
  }

  private async ask(service: ServiceName): Promise<Components> {
    try {
      const { components } = await this.bus.request(checkHealthOf(service), {}, { timeoutMs: TIMEOUT_MS });
      return { ...components, [service]: 'ok' };
    } catch {
      return { [service]: 'down' };
    }
  }
}

/** A part that is down for one service is down. */
function merge(left: Components, right: Components): Components {
  const merged = { ...left };
  for (const [name, status] of Object.entries(right)) {
    merged[name] = merged[name] === 'down' ? 'down' : status;
  }
  return merged;
}

function answer(reply: FastifyReply, components: Components): Health {
  const status = Object.values(components).every((value) => value === 'ok') ? 'ok' : 'degraded';
  void reply.status(status === 'ok' ? 200 : 503).header('cache-control', 'no-store');
  return { status, components };
}
