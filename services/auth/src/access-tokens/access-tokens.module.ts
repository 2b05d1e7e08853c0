import { Module } from '@nestjs/common';
import { NetworksModule } from '../networks/networks.module.js';
import { PersonPlanPromotionModule } from '../promotion/person-plan-promotion.module.js';
import { AccessTokenRequests } from './access-token.requests.js';
import { AccessTokenService } from './access-token.service.js';

/** Tokens with which programs act for an account. */
@Module({
  imports: [NetworksModule, PersonPlanPromotionModule],
  controllers: [AccessTokenRequests],
  providers: [AccessTokenService],
})
export class AccessTokensModule {}
