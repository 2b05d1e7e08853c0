import { metrics } from '@waybill/service-kit';
import { metricIn } from '@waybill/testing';
import { mailOf } from './mailer.contract.js';
import { Mailer, MailRefusedError } from './mailer.js';
import { InstrumentedMailer } from './instrumented-mailer.js';

class Failing extends Mailer {
  constructor(private readonly failure?: Error) {
    super();
  }
  async send(): Promise<void> {
    await Promise.resolve();
    if (this.failure) throw this.failure;
  }
  check = () => Promise.resolve();
  close = () => Promise.resolve();
}

describe('InstrumentedMailer', () => {
  it.each([
    ['sent', undefined],
    ['failed', new Error('the server is unavailable')],
    ['refused', new MailRefusedError('no such address')],
  ])('counts a mail as %s', async (outcome, failure) => {
    const sending = new InstrumentedMailer(new Failing(failure)).send(mailOf());
    await (failure ? expect(sending).rejects.toBe(failure) : sending);
    const text = await metrics.render();
    expect(metricIn(text, `waybill_mails_total{outcome="${outcome}"}`)).toBe(1);
    expect(text).not.toContain('ada@');
  });
});
