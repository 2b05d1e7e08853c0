import { randomUUID } from 'node:crypto';
import { createWebhook } from '@waybill/contracts';
import { eventually, WebhookReceiver } from '@waybill/testing';
import { DataSource } from 'typeorm';
import { DnsServer } from '../testing/dns-server.js';
import { SharingTestApp } from '../testing/sharing-test-app.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';

const ACCOUNTS = 4;
const PER_ACCOUNT = 20;
/** Far less than the ten seconds of an attempt. */
const PROMPT_MS = 5000;

describe('Names of a DNS server that never answers', () => {
  let dns: DnsServer;
  let sharing: SharingTestApp;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    [dns, receiver] = await Promise.all([DnsServer.start(), WebhookReceiver.start()]);
    dns.records = (name) => {
      if (name.includes('silent')) return null;
      return name === 'hooks.example.org' ? { ipv4: [[127, 0, 0, 1]] } : undefined;
    };
    sharing = await SharingTestApp.start({ allowsPrivateWebhooks: true, webhookDnsServers: [dns.address] });
  });
  afterAll(async () => {
    await sharing.close();
    await Promise.all([receiver.close(), dns.close()]);
  });

  const create = (userId: string, url: string) =>
    sharing.service.bus.request(createWebhook, { userId, form: { url, events: ['upload.finished'] } });
  const silentQuestions = () => new Set(dns.questions.filter((question) => question.includes('silent')));

  it('hold up no other webhook', async () => {
    const strangers = Array.from({ length: ACCOUNTS }, () => randomUUID());
    for (const [account, userId] of strangers.entries())
      for (let at = 0; at < PER_ACCOUNT; at++)
        await create(userId, `http://${account}-${at}.silent.example.org/`);
    const userId = randomUUID();
    await create(userId, `http://hooks.example.org:${receiver.port}/hook`);

    await Promise.all(strangers.map((stranger) => sharing.upload(stranger)));
    await eventually(() => expect(silentQuestions().size).toBeGreaterThanOrEqual(ACCOUNTS * 10));
    const start = performance.now();
    await sharing.upload(userId);
    await receiver.arrived(1);
    expect(performance.now() - start).toBeLessThan(PROMPT_MS);
    await eventually(async () => {
      const { manager } = sharing.service.get(DataSource);
      const pending = await manager.countBy(WebhookDelivery, { status: 'pending' });
      expect(pending).toBe(ACCOUNTS * PER_ACCOUNT);
    });
  });
});
