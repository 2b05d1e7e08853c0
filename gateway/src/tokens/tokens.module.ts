import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TokensController } from './tokens.controller.js';

/** Access tokens for programs. */
@Module({ imports: [SessionsModule], controllers: [TokensController] })
export class TokensModule {}
