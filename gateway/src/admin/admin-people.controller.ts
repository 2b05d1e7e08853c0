import { Controller, Inject, Param, Res, UseGuards } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  AppError,
  applyPlanInAuth,
  applyPlanInFiles,
  createInvitation,
  deletePerson,
  getPerson,
  grantPersonPlan,
  type InputOf,
  listPeople,
  type Person,
  signOutPerson,
  suspendPerson,
} from '@waybill/contracts';
import { adminPeopleRoutes } from '@waybill/contracts/http';
import type { FastifyReply } from 'fastify';
import { IdPipe } from '../http/id.pipe.js';
import { Route } from '../http/route.decorator.js';
import { type BodyOf, type QueryOf, ValidBody, ValidQuery } from '../http/valid.decorator.js';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from '../options/gateway.module-options.js';
import { SessionCacheService } from '../sessions/session-cache.service.js';
import { AdminGuard } from './admin.guard.js';
import { CurrentAdministrator } from './administrator.decorator.js';
import { type Administrator, AuditService } from './audit.service.js';
import { setNextCursor } from '../http/next-cursor.js';

const PAGE_SIZE = 50;
const endsAccess: ReadonlySet<string> = new Set(['person.delete', 'person.suspend']);

/** Accounts for administrators. Every change of an account also invalidates its cached sessions on every replica. */
@Controller()
@UseGuards(AdminGuard)
export class AdminPeopleController {
  constructor(
    private readonly bus: Bus,
    private readonly audit: AuditService,
    private readonly sessions: SessionCacheService,
    @Inject(GATEWAY_MODULE_OPTIONS) private readonly options: GatewayModuleOptions,
  ) {}

  @Route('GET /api/admin/people', adminPeopleRoutes.listPeople)
  async list(
    @ValidQuery(adminPeopleRoutes.listPeople) { query, cursor }: QueryOf<typeof adminPeopleRoutes.listPeople>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Person[]> {
    const input = { query, cursor: cursor ?? null, limit: PAGE_SIZE };
    const { people, nextCursor } = await this.bus.request(listPeople, input);
    setNextCursor(reply, nextCursor);
    return people;
  }

  @Route('PUT /api/admin/people/{id}', adminPeopleRoutes.changePlan)
  changePlan(
    @Param('id', new IdPipe('admin.person-not-found')) userId: string,
    @CurrentAdministrator() administrator: Administrator,
    @ValidBody(adminPeopleRoutes.changePlan) { plan }: BodyOf<typeof adminPeopleRoutes.changePlan>,
  ): Promise<Person> {
    const action = { action: 'person.change-plan', subject: userId, detail: plan } as const;
    return this.audit.perform(administrator, action, async () => {
      await this.bus.request(getPerson, { userId });
      const granted = { userId, ...(await this.bus.request(grantPersonPlan, { userId, plan })) };
      // Apply the plan in auth and files without waiting for the event. If a request fails, the event applies it.
      await Promise.allSettled([
        this.bus.request(applyPlanInAuth, granted),
        this.bus.request(applyPlanInFiles, granted),
      ]);
      const { person } = await this.bus.request(getPerson, { userId });
      await this.sessions.invalidate(person.email);
      return person;
    });
  }

  @Route('DELETE /api/admin/people/{id}', adminPeopleRoutes.deletePerson)
  async delete(
    @Param('id', new IdPipe('admin.person-not-found')) userId: string,
    @CurrentAdministrator() administrator: Administrator,
  ): Promise<void> {
    await this.change(administrator, 'person.delete', userId, (change) =>
      this.bus.request(deletePerson, change),
    );
  }

  @Route('POST /api/admin/people/{id}/suspend', adminPeopleRoutes.suspend)
  suspend(
    @Param('id', new IdPipe('admin.person-not-found')) userId: string,
    @CurrentAdministrator() administrator: Administrator,
  ): Promise<Person> {
    return this.change(administrator, 'person.suspend', userId, (change) =>
      this.bus.request(suspendPerson, { ...change, suspended: true }),
    );
  }

  @Route('POST /api/admin/people/{id}/unsuspend', adminPeopleRoutes.unsuspend)
  unsuspend(
    @Param('id', new IdPipe('admin.person-not-found')) userId: string,
    @CurrentAdministrator() administrator: Administrator,
  ): Promise<Person> {
    return this.change(administrator, 'person.unsuspend', userId, (change) =>
      this.bus.request(suspendPerson, { ...change, suspended: false }),
    );
  }

  @Route('POST /api/admin/people/{id}/sign-out', adminPeopleRoutes.signOut)
  signOut(
    @Param('id', new IdPipe('admin.person-not-found')) userId: string,
    @CurrentAdministrator() administrator: Administrator,
  ): Promise<Person> {
    return this.change(administrator, 'person.sign-out', userId, (change) =>
      this.bus.request(signOutPerson, change),
    );
  }

  @Route('POST /api/admin/invitations', adminPeopleRoutes.invite)
  invite(
    @CurrentAdministrator() administrator: Administrator,
    @ValidBody(adminPeopleRoutes.invite) { email }: BodyOf<typeof adminPeopleRoutes.invite>,
  ): Promise<{ email: string; url: string; expiresAt: string }> {
    return this.audit.perform(administrator, { action: 'person.invite', subject: email }, async () => {
      const { token, expiresAt, ...invited } = await this.bus.request(createInvitation, { email });
      const url = new URL('/signup', this.options.publicUrl);
      url.searchParams.set('invitation', token);
      return { email: invited.email, url: url.href, expiresAt };
    });
  }

  private change(
    administrator: Administrator,
    action: 'person.delete' | 'person.suspend' | 'person.unsuspend' | 'person.sign-out',
    userId: string,
    request: (change: InputOf<typeof deletePerson>) => Promise<{ person: Person }>,
  ): Promise<Person> {
    return this.audit.perform(administrator, { action, subject: userId }, async () => {
      // Otherwise the last administrator could lock everyone out of the administration.
      if (endsAccess.has(action) && userId === administrator.user.id) throw new AppError('admin.own-account');
      const { user, caller } = administrator;
      const { person } = await request({ userId, actor: { id: user.id, address: caller.address } });
      await this.sessions.invalidate(person.email);
      return person;
    });
  }
}
