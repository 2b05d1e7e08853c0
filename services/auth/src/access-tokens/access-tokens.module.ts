import { Module } from '@nestjs/common';
import { AuthPlanPromotionModule } from '../promotion/auth-plan-promotion.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccessTokenRequests } from './access-token.requests.js';
import { AccessTokenService } from './access-token.service.js';

/** Tokens with which programs act for an account. */
@Module({
  imports: [AuthPlanPromotionModule, SessionsModule],
  controllers: [AccessTokenRequests],
  providers: [AccessTokenService],
})
export class AccessTokensModule {}
