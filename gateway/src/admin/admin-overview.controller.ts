import { Controller, UseGuards } from '@nestjs/common';
import { Bus, EventBacklogs } from '@waybill/bus/client';
import { type AdminOverview, countPeople, getFilesOverview, serviceNames } from '@waybill/contracts';
import { adminRoutes } from '@waybill/contracts/http';
import { Route } from '../http/route.decorator.js';
import { AdminGuard } from './admin.guard.js';

/** Figures of files, people and events, for administrators. */
@Controller()
@UseGuards(AdminGuard)
export class AdminOverviewController {
  constructor(
    private readonly bus: Bus,
    private readonly backlogs: EventBacklogs,
  ) {}

  @Route('GET /api/admin/overview', adminRoutes.overview)
  async overview(): Promise<AdminOverview> {
    const [files, people, deliveries] = await Promise.all([
      this.bus.request(getFilesOverview, {}),
      this.bus.request(countPeople, {}),
      Promise.all(serviceNames.map((service) => this.backlogOf(service))),
    ]);
    return { ...files, people, deliveries: deliveries.flat() };
  }

  /** Empty while the bus is unavailable: the other figures are shown anyway. */
  private async backlogOf(service: string): Promise<AdminOverview['deliveries']> {
    try {
      const { waiting, retrying, dead } = await this.backlogs.of(service);
      return [{ service, waiting, retrying, deadLetters: dead }];
    } catch {
      return [];
    }
  }
}
