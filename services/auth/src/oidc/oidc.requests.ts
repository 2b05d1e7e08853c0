import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import {
  beginOidc,
  connectOidc,
  finishOidc,
  finishOidcWithCode,
  type InputOf,
  type OutputOf,
} from '@waybill/contracts';
import { OidcService } from './oidc.service.js';

@Controller()
export class OidcRequests {
  constructor(private readonly oidc: OidcService) {}

  @Handles(beginOidc)
  begin(input: InputOf<typeof beginOidc>): Promise<OutputOf<typeof beginOidc>> {
    return this.oidc.begin(input);
  }

  @Handles(connectOidc)
  connect(input: InputOf<typeof connectOidc>): Promise<OutputOf<typeof connectOidc>> {
    return this.oidc.connect(input);
  }

  @Handles(finishOidc)
  finish(input: InputOf<typeof finishOidc>): Promise<OutputOf<typeof finishOidc>> {
    return this.oidc.finish(input);
  }

  @Handles(finishOidcWithCode)
  finishWithCode(input: InputOf<typeof finishOidcWithCode>): Promise<OutputOf<typeof finishOidcWithCode>> {
    return this.oidc.finishWithCode(input);
  }
}
