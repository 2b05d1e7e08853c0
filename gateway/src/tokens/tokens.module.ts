import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TokensController } from './tokens.controller.js';

/** Access tokens for programs. */
@Module({ imports: [HttpModule, SessionsModule], controllers: [TokensController] })
export class TokensModule {}
