import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { PasskeysController } from './passkeys.controller.js';

/** Passkeys. */
@Module({ imports: [HttpModule, SessionsModule], controllers: [PasskeysController] })
export class PasskeysModule {}
