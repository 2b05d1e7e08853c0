import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SingleSignOnController } from './single-sign-on.controller.js';

/** Single sign-on by OpenID Connect. */
@Module({ imports: [HttpModule, SessionsModule], controllers: [SingleSignOnController] })
export class SingleSignOnModule {}
