import { metrics, SpanKind, withSpan } from '@waybill/service-kit';
import { type Mail, Mailer, MailRefusedError } from './mailer.js';

const mails = metrics.counter({
  name: 'waybill_mails_total',
  help: 'Mails by outcome: sent; failed and to be retried; or refused permanently',
  labels: ['outcome'],
});

/** Adds a metric and a span to every mail that another Mailer sends. */
export class InstrumentedMailer extends Mailer {
  constructor(private readonly mailer: Mailer) {
    super();
  }

  async send(mail: Mail): Promise<void> {
    try {
      await withSpan({ name: 'send mail', kind: SpanKind.CLIENT }, () => this.mailer.send(mail));
      mails.add({ outcome: 'sent' });
    } catch (error) {
      mails.add({ outcome: error instanceof MailRefusedError ? 'refused' : 'failed' });
      throw error;
    }
  }

  check(): Promise<void> {
    return this.mailer.check();
  }

  close(): Promise<void> {
    return this.mailer.close();
  }
}
