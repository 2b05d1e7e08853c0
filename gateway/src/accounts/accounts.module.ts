import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccountsController } from './accounts.controller.js';

/** Sign-up, activation, passwords and the signed-in account. */
@Module({ imports: [HttpModule, SessionsModule], controllers: [AccountsController] })
export class AccountsModule {}
