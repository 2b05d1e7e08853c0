import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import {
  checkToken,
  createToken,
  type InputOf,
  listTokens,
  type OutputOf,
  revokeToken,
} from '@waybill/contracts';
import { AccessTokenService } from './access-token.service.js';

@Controller()
export class AccessTokenRequests {
  constructor(private readonly tokens: AccessTokenService) {}

  @Handles(createToken)
  create(input: InputOf<typeof createToken>): Promise<OutputOf<typeof createToken>> {
    return this.tokens.create(input);
  }

  @Handles(listTokens)
  async list({ userId }: InputOf<typeof listTokens>): Promise<OutputOf<typeof listTokens>> {
    return { tokens: await this.tokens.list(userId) };
  }

  @Handles(revokeToken)
  async revoke(input: InputOf<typeof revokeToken>): Promise<OutputOf<typeof revokeToken>> {
    await this.tokens.revoke(input);
    return {};
  }

  @Handles(checkToken)
  async check({ token }: InputOf<typeof checkToken>): Promise<OutputOf<typeof checkToken>> {
    return { holder: await this.tokens.check(token) };
  }
}
