import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TotpController } from './totp.controller.js';

/** Two-step log-in. */
@Module({ imports: [HttpModule, SessionsModule], controllers: [TotpController] })
export class TotpModule {}
