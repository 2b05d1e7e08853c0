import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import { HealthRegistry } from '@waybill/service-kit';
import type { Mailbox } from './mailbox.js';
import { Mailer } from './mailer.js';
import { InstrumentedMailer } from './instrumented-mailer.js';

/** Injection token of the Mailbox; null if mails are sent. */
export const MAILBOX = Symbol('mailbox');

/**
 * Provides the Mailer and the Mailbox to every module of a process, and registers a health check. Needs
 * ServiceKitModule.
 */
@Module({})
export class MailModule implements OnApplicationShutdown {
  constructor(
    private readonly mailer: Mailer,
    health: HealthRegistry,
  ) {
    health.register('mail', () => mailer.check());
  }

  static forRoot({
    mailer,
    mailbox,
  }: {
    readonly mailer: Mailer;
    readonly mailbox: Mailbox | null;
  }): DynamicModule {
    return {
      module: MailModule,
      global: true,
      providers: [
        { provide: Mailer, useValue: new InstrumentedMailer(mailer) },
        { provide: MAILBOX, useValue: mailbox },
      ],
      exports: [Mailer, MAILBOX],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.mailer.close();
  }
}
