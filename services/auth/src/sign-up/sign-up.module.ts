import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module.js';
import { ActivationService } from './activation.service.js';
import { SignUpRequests } from './sign-up.requests.js';
import { SignUpService } from './sign-up.service.js';

@Module({
  imports: [LimitsModule],
  controllers: [SignUpRequests],
  providers: [SignUpService, ActivationService],
})
export class SignUpModule {}
