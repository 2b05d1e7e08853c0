import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import { HealthRegistry } from '@waybill/service-kit';
import { Mailer } from './mailer.js';
import { ObservedMailer } from './observed-mailer.js';

/** The Mailer for every module of a process, and its health. Needs ServiceKitModule beside it. */
@Module({})
export class MailModule implements OnApplicationShutdown {
  constructor(
    private readonly mailer: Mailer,
    health: HealthRegistry,
  ) {
    health.register('mail', () => mailer.check());
  }

  static forRoot({ mailer }: { readonly mailer: Mailer }): DynamicModule {
    return {
      module: MailModule,
      global: true,
      providers: [{ provide: Mailer, useValue: new ObservedMailer(mailer) }],
      exports: [Mailer],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.mailer.close();
  }
}
