import { Controller, Inject, Res } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  changeNotificationSettings,
  idSchema,
  getNotificationSettings,
  type NotificationSettings,
  unsubscribe,
  type User,
} from '@waybill/contracts';
import { notificationRoutes } from '@waybill/contracts/http';
import type { FastifyReply } from 'fastify';
import { SkipSession } from '../http/access.decorator.js';
import { CurrentUser } from '../http/caller.decorator.js';
import { Route } from '../http/route.decorator.js';
import { type BodyOf, type QueryOf, ValidBody, ValidQuery } from '../http/valid.decorator.js';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from '../options/gateway.module-options.js';

/** Settings of the mails that an account gets, and unsubscribing by the link in a mail. */
@Controller()
export class NotificationsController {
  constructor(
    private readonly bus: Bus,
    @Inject(GATEWAY_MODULE_OPTIONS) private readonly options: GatewayModuleOptions,
  ) {}

  @Route('GET /api/user/notifications', notificationRoutes.getNotifications)
  get(@CurrentUser() { id: userId }: User): Promise<NotificationSettings> {
    return this.bus.request(getNotificationSettings, { userId });
  }

  @Route('PUT /api/user/notifications', notificationRoutes.changeNotifications)
  change(
    @CurrentUser() { id: userId }: User,
    @ValidBody(notificationRoutes.changeNotifications)
    form: BodyOf<typeof notificationRoutes.changeNotifications>,
  ): Promise<NotificationSettings> {
    return this.bus.request(changeNotificationSettings, { userId, form });
  }

  /** Redirects to the page with the button. Changes nothing, because mail scanners open every link in a mail. */
  @Route('GET /api/notifications/unsubscribe', notificationRoutes.showUnsubscribe)
  @SkipSession()
  show(
    @ValidQuery(notificationRoutes.showUnsubscribe) query: QueryOf<typeof notificationRoutes.showUnsubscribe>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): void {
    const page = new URL('/unsubscribe', this.options.publicUrl);
    page.search = new URLSearchParams(query).toString();
    void reply.header('location', `${page.pathname}${page.search}`);
  }

  @Route('POST /api/notifications/unsubscribe', notificationRoutes.unsubscribe)
  @SkipSession()
  async unsubscribe(
    @ValidQuery(notificationRoutes.unsubscribe) { key, kind }: QueryOf<typeof notificationRoutes.unsubscribe>,
  ): Promise<void> {
    const { data } = idSchema.safeParse(key);
    if (data !== undefined) await this.bus.request(unsubscribe, { key: data, kind });
  }
}
