import { Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import { FileLookupService } from '../file/file-lookup.service.js';
import type { SharedFile } from '../file/shared-file.entity.js';
import { isOwnedBy } from '../owner/owner.policy.js';
import type { AccessContext, AccessRequest } from './access-context.js';
import { refusalOf } from './access-gates.policy.js';
import { AccessTokensService, fileSubject } from './access-tokens.service.js';

/** Collects the facts of a call and passes them through the gates. The only way to a file for anyone but its owner. */
@Injectable()
export class AccessService {
  constructor(
    private readonly files: FileLookupService,
    private readonly tokens: AccessTokensService,
  ) {}

  /** @throws AppError `files.not-found`, `files.expired`, or the code of the gate that refuses */
  async open(
    fileId: string,
    request: Partial<AccessRequest> & Pick<AccessRequest, 'action'>,
  ): Promise<AccessContext> {
    const file = await this.files.find(fileId);
    const { caller, token, bundleId, isMachine, action } = request;
    const context = this.contextOf(file, {
      action,
      caller: caller ?? null,
      token: token ?? null,
      bundleId: bundleId ?? null,
      isMachine: isMachine ?? false,
    });
    const refusal = refusalOf(context);
    if (refusal !== null) throw new AppError(refusal);
    return context;
  }

  private contextOf(file: Readonly<SharedFile>, request: AccessRequest): AccessContext {
    const { caller, token } = request;
    return {
      ...request,
      file,
      isOwner: caller !== null && isOwnedBy(file, caller),
      hasFileToken: token !== null && this.tokens.proves(token, fileSubject(file)),
    };
  }
}
