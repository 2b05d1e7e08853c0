import { createHmac } from 'node:crypto';

/** Binds a wrapped secret to its webhook. */
export function contextOf(webhookId: string): string {
  return `webhooks/${webhookId}`;
}

/** The secret as its owner gets it (Standard Webhooks). */
export function presentSecret(key: Buffer): string {
  return `whsec_${key.toString('base64')}`;
}

/** Headers of an attempt by Standard Webhooks. */
export function signatureHeaders(key: Buffer, id: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
