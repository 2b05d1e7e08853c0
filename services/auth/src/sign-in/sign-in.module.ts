import { Module } from '@nestjs/common';
import { NetworksModule } from '../networks/networks.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SignInMethodsService } from './sign-in-methods.service.js';
import { SignInRequests } from './sign-in.requests.js';

/** Sign-in methods, as the settings of an account show them. */
@Module({
  imports: [NetworksModule, PasswordsModule],
  controllers: [SignInRequests],
  providers: [SignInMethodsService],
})
export class SignInModule {}
