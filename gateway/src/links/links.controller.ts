import { Controller, Inject, Param, Req, Res, UseInterceptors } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  type Caller,
  changeLink,
  createLink,
  findLink,
  type FoundLink,
  getLink,
  type InputOf,
  type LinkSettings,
  type LinkView,
  listLinks,
  type openLink,
  type OutputOf,
  type PublicLink,
  revokeLink,
} from '@waybill/contracts';
import { linkRoutes } from '@waybill/contracts/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { SkipSession } from '../http/access.decorator.js';
import { CurrentCaller } from '../http/caller.decorator.js';
import { setNextCursor } from '../http/next-cursor.js';
import { IdPipe } from '../http/id.pipe.js';
import { Route } from '../http/route.decorator.js';
import { type BodyOf, type QueryOf, ValidBody, ValidQuery } from '../http/valid.decorator.js';
import { verificationTokenOf } from '../http/verification-token.js';
import { BundleContentsInterceptor } from '../bundle-contents/bundle-contents.interceptor.js';
import { LinkOpeningsService } from './link-openings.service.js';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from '../options/gateway.module-options.js';
import { type VisitCall, VisitFactsService } from '../visits/visit-facts.service.js';

@Controller()
export class LinksController {
  constructor(
    private readonly bus: Bus,
    private readonly openings: LinkOpeningsService,
    private readonly visits: VisitFactsService,
    @Inject(GATEWAY_MODULE_OPTIONS) private readonly options: GatewayModuleOptions,
  ) {}

  @Route('POST /api/files/{id}/links', linkRoutes.createLink)
  async create(
    @Param('id', new IdPipe('files.not-found')) id: string,
    @CurrentCaller() caller: Caller,
    @ValidBody(linkRoutes.createLink) settings: BodyOf<typeof linkRoutes.createLink>,
  ): Promise<LinkView> {
    return this.createFor({ kind: 'file', id }, caller, settings);
  }

  @Route('POST /api/bundles/{id}/links', linkRoutes.createBundleLink)
  async createForBundle(
    @Param('id', new IdPipe('bundles.not-found')) id: string,
    @CurrentCaller() caller: Caller,
    @ValidBody(linkRoutes.createBundleLink) settings: BodyOf<typeof linkRoutes.createBundleLink>,
  ): Promise<LinkView> {
    return this.createFor({ kind: 'bundle', id }, caller, settings);
  }

  @Route('GET /api/files/{id}/links', linkRoutes.listLinks)
  async list(
    @Param('id', new IdPipe('files.not-found')) id: string,
    @CurrentCaller() caller: Caller,
    @ValidQuery(linkRoutes.listLinks) { cursor }: QueryOf<typeof linkRoutes.listLinks>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LinkView[]> {
    return this.listOf({ target: { kind: 'file', id }, caller, cursor }, reply);
  }

  @Route('GET /api/bundles/{id}/links', linkRoutes.listBundleLinks)
  async listOfBundle(
    @Param('id', new IdPipe('bundles.not-found')) id: string,
    @CurrentCaller() caller: Caller,
    @ValidQuery(linkRoutes.listBundleLinks) { cursor }: QueryOf<typeof linkRoutes.listBundleLinks>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LinkView[]> {
    return this.listOf({ target: { kind: 'bundle', id }, caller, cursor }, reply);
  }

  @Route('GET /api/links', linkRoutes.findLink)
  async find(
    @CurrentCaller() caller: Caller,
    @ValidQuery(linkRoutes.findLink) { slug }: QueryOf<typeof linkRoutes.findLink>,
  ): Promise<FoundLink[]> {
    const { link } = await this.bus.request(findLink, { slug, caller });
    return link ? [{ ...this.withUrl(link), target: link.target }] : [];
  }

  @Route('PUT /api/links/{id}', linkRoutes.changeLink)
  async change(
    @Param('id', new IdPipe('links.not-found')) linkId: string,
    @CurrentCaller() caller: Caller,
    @ValidBody(linkRoutes.changeLink) settings: BodyOf<typeof linkRoutes.changeLink>,
  ): Promise<LinkView> {
    const link = await this.bus.request(changeLink, { linkId, caller, settings });
    return this.withUrl(link);
  }

  @Route('DELETE /api/links/{id}', linkRoutes.revokeLink)
  async revoke(
    @Param('id', new IdPipe('links.not-found')) linkId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    await this.bus.request(revokeLink, { linkId, caller });
  }

  @Route('GET /api/links/{id}', linkRoutes.getLink)
  @UseInterceptors(BundleContentsInterceptor)
  @SkipSession()
  async get(
    @Param('id') slug: string,
    @ValidQuery(linkRoutes.getLink) query: QueryOf<typeof linkRoutes.getLink>,
    @Req() request: FastifyRequest,
  ): Promise<PublicLink> {
    return this.bus.request(getLink, { slug, token: verificationTokenOf(request, query) });
  }

  @Route('POST /api/links/{id}/open', linkRoutes.openLink)
  async open(
    @Param('id') slug: string,
    @CurrentCaller() caller: Caller,
    @ValidBody(linkRoutes.openLink) form: BodyOf<typeof linkRoutes.openLink>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const visit = this.visitOf({ request, caller, query: form, visitId: form.visit ?? randomUUID() });
    const { opened, challenge } = await this.openings.open({ slug, caller, form, visit }, reply);
    // The files service of the previous version does not name the visit.
    if (opened) return { ...opened, visit: opened.visit ?? visit.id };
    if (challenge !== null) void reply.header('x-link-challenge', challenge);
    void reply.status(202);
    return { needs: { code: true } };
  }

  /** The visit that an opening begins: the downloads that follow belong to it. */
  private visitOf(call: VisitCall & { readonly visitId: string }): InputOf<typeof openLink>['visit'] {
    const key = this.visits.keyOf(call, { status: 200, isOwnPreview: false });
    return { id: call.visitId, key: key?.key ?? null, ...this.visits.of(call) };
  }

  private async createFor(
    target: InputOf<typeof createLink>['target'],
    caller: Caller,
    settings: LinkSettings,
  ): Promise<LinkView> {
    return this.withUrl(await this.bus.request(createLink, { target, caller, settings }));
  }

  private async listOf(request: InputOf<typeof listLinks>, reply: FastifyReply): Promise<LinkView[]> {
    const { links, nextCursor } = await this.bus.request(listLinks, request);
    setNextCursor(reply, nextCursor);
    return links.map((link) => this.withUrl(link));
  }

  private withUrl({ firstOf, ...link }: OutputOf<typeof createLink>): LinkView {
    const folder = { file: '', bundle: 'b/' };
    const path = firstOf === null ? `l/${link.slug}` : `${folder[firstOf]}${link.slug}`;
    return { ...link, url: `${this.options.publicUrl.origin}/${path}` };
  }
}
