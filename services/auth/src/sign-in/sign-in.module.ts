import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SignInMethodsService } from './sign-in-methods.service.js';
import { SignInRequests } from './sign-in.requests.js';

/** Sign-in methods, as the settings of an account show them. */
@Module({
  imports: [PasswordsModule],
  controllers: [SignInRequests],
  providers: [SignInMethodsService],
})
export class SignInModule {}
