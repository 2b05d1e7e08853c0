import { Module } from '@nestjs/common';
import { AuthPlanPromotionModule } from '../promotion/auth-plan-promotion.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { PeopleRequests } from './people.requests.js';
import { PeopleService } from './people.service.js';

/** Accounts, as administrators see and change them. */
@Module({
  imports: [AuthPlanPromotionModule, SessionsModule],
  controllers: [PeopleRequests],
  providers: [PeopleService],
})
export class PeopleModule {}
