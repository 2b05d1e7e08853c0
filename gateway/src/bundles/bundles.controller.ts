import { Controller, Param, Req, Res, UseInterceptors } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  type BundleView,
  type Caller,
  changeBundle,
  createBundle,
  deleteBundle,
  getBundle,
  listBundles,
  type TokenScope,
  verifyBundlePassword,
} from '@waybill/contracts';
import { bundleRoutes } from '@waybill/contracts/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentCaller, CurrentTokenScopes } from '../http/caller.decorator.js';
import { CookiesService } from '../http/cookies.service.js';
import { withBrowserId } from '../http/new-browser.js';
import { setNextCursor } from '../http/next-cursor.js';
import { IdPipe } from '../http/id.pipe.js';
import { Route } from '../http/route.decorator.js';
import { requireScope } from '../http/token-access.policy.js';
import { type BodyOf, type QueryOf, ValidBody, ValidQuery } from '../http/valid.decorator.js';
import { verificationTokenOf } from '../http/verification-token.js';
import { BundleContentsInterceptor } from '../bundle-contents/bundle-contents.interceptor.js';
import { BundleVisitRecorderService } from '../visits/bundle-visit-recorder.service.js';
import { AnonymousBundlesService } from './anonymous-bundles.service.js';

@Controller()
export class BundlesController {
  constructor(
    private readonly bus: Bus,
    private readonly cookies: CookiesService,
    private readonly anonymousBundles: AnonymousBundlesService,
    private readonly visits: BundleVisitRecorderService,
  ) {}

  /** A bundle opens its files without their own passwords, so a token needs the scope `manage` to add files. */
  @Route('POST /api/bundles', bundleRoutes.createBundle)
  async create(
    @CurrentCaller() caller: Caller,
    @CurrentTokenScopes() scopes: readonly TokenScope[] | null,
    @ValidBody(bundleRoutes.createBundle) form: BodyOf<typeof bundleRoutes.createBundle>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BundleView> {
    if (form.fileIds?.length) requireScope('manage', scopes);
    await this.anonymousBundles.count(caller);
    const { owner, newBrowserId } = withBrowserId(caller);
    const bundle = await this.bus.request(createBundle, { caller: owner, form });
    if (newBrowserId !== null) this.cookies.setBrowser(reply, newBrowserId);
    return bundle;
  }

  @Route('GET /api/bundles', bundleRoutes.listBundles)
  @UseInterceptors(BundleContentsInterceptor)
  async list(
    @CurrentCaller() caller: Caller,
    @ValidQuery(bundleRoutes.listBundles) { cursor }: QueryOf<typeof bundleRoutes.listBundles>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BundleView[]> {
    const { bundles, nextCursor } = await this.bus.request(listBundles, { caller, cursor });
    setNextCursor(reply, nextCursor);
    return bundles;
  }

  /** Counts as a visit only with the visit id that a page sends. A program that reads the bundle is not counted. */
  @Route('GET /api/bundles/{id}', bundleRoutes.getBundle)
  @UseInterceptors(BundleContentsInterceptor)
  async get(
    @Param('id', new IdPipe('bundles.not-found')) bundleId: string,
    @CurrentCaller() caller: Caller,
    @ValidQuery(bundleRoutes.getBundle) query: QueryOf<typeof bundleRoutes.getBundle>,
    @Req() request: FastifyRequest,
  ): Promise<BundleView> {
    const token = verificationTokenOf(request, query);
    const { origin, ...bundle } = await this.bus.request(getBundle, { bundleId, caller, token });
    if (query.visit !== undefined && !bundle.isOwner) {
      await this.visits.recordPage({ bundleId, query, caller, request, origin });
    }
    return bundle;
  }

  @Route('PUT /api/bundles/{id}', bundleRoutes.changeBundle)
  async change(
    @Param('id', new IdPipe('bundles.not-found')) bundleId: string,
    @CurrentCaller() caller: Caller,
    @ValidBody(bundleRoutes.changeBundle) settings: BodyOf<typeof bundleRoutes.changeBundle>,
  ): Promise<BundleView> {
    return this.bus.request(changeBundle, { bundleId, caller, settings });
  }

  @Route('DELETE /api/bundles/{id}', bundleRoutes.deleteBundle)
  async delete(
    @Param('id', new IdPipe('bundles.not-found')) bundleId: string,
    @CurrentCaller() caller: Caller,
    @ValidQuery(bundleRoutes.deleteBundle) { keepFiles }: QueryOf<typeof bundleRoutes.deleteBundle>,
  ): Promise<void> {
    await this.bus.request(deleteBundle, { bundleId, caller, keepFiles: keepFiles === 'true' });
  }

  @Route('POST /api/bundles/{id}/verify-password', bundleRoutes.verifyBundlePassword)
  async verifyPassword(
    @Param('id', new IdPipe('bundles.not-found')) bundleId: string,
    @CurrentCaller() caller: Caller,
    @ValidBody(bundleRoutes.verifyBundlePassword)
    { password }: BodyOf<typeof bundleRoutes.verifyBundlePassword>,
    @Req() request: FastifyRequest,
  ): Promise<{ verified: true; token: string }> {
    const token = verificationTokenOf(request);
    const { address } = caller;
    return this.bus.request(verifyBundlePassword, { bundleId, caller, token, password, address });
  }
}
