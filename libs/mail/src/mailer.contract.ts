import { randomUUID } from 'node:crypto';
import type { Mail, Mailer } from './mailer.js';

/** A delivered mail: its unfolded and decoded headers by lower-case name, and the raw message. */
export interface ArrivedMail {
  readonly headers: ReadonlyMap<string, string>;
  readonly raw: string;
}

export function mailOf(changes: Partial<Mail> = {}): Mail {
  return {
    id: randomUUID(),
    to: { name: 'Ada Lovelace', address: 'ada@example.org' },
    subject: 'A parcel for you',
    text: 'Plain words',
    html: '<p>Marked-up words</p>',
    ...changes,
  };
}

/**
 * Tests that every adapter of Mailer passes.
 * @param arrived returns the mail with this id once it is delivered
 */
export function mailerContract(mailer: () => Mailer, arrived: (id: string) => Promise<ArrivedMail>): void {
  async function deliver(mail: Mail): Promise<ArrivedMail> {
    await mailer().send(mail);
    return arrived(mail.id);
  }

  it('delivers text and HTML with the sender and the subject', async () => {
    const { headers, raw } = await deliver(mailOf());
    expect(headers.get('from')).toBe('Waybill <post@example.org>');
    expect(headers.get('to')).toBe('Ada Lovelace <ada@example.org>');
    expect(headers.get('subject')).toBe('A parcel for you');
    expect(raw).toContain('Plain words');
    expect(raw).toContain('<p>Marked-up words</p>');
  });

  it('gives a mail the same Message-ID each time it is sent', async () => {
    const mail = mailOf();
    const first = await deliver(mail);
    const second = await deliver(mail);
    expect(first.headers.get('message-id')).toBe(`<${mail.id}@example.org>`);
    expect(second.headers.get('message-id')).toBe(first.headers.get('message-id'));
  });

  it('delivers a subject in any script', async () => {
    const { headers } = await deliver(mailOf({ subject: 'Größe: 5 € — 荷物' }));
    expect(headers.get('subject')).toBe('Größe: 5 € — 荷物');
  });

  it('prevents names and subjects from adding a header or a recipient', async () => {
    const evil = 'Ada\r\nBcc: eve@example.org\r\n\r\nBuy now';
    const { headers } = await deliver(
      mailOf({
        subject: evil,
        to: { name: `${evil}" <eve@example.org>, `, address: 'ada@example.org' },
        replyTo: { name: evil, address: 'bob@example.org' },
      }),
    );
    expect([...headers.keys()]).not.toContain('bcc');
    expect(headers.get('to')).toMatch(/<ada@example\.org>$/);
  });

  it('marks mails without a human author as auto-generated', async () => {
    const replyTo = { name: 'Bob', address: 'bob@example.org' };
    const [ours, theirs] = [await deliver(mailOf()), await deliver(mailOf({ replyTo }))];
    expect(ours.headers.get('auto-submitted')).toBe('auto-generated');
    expect(theirs.headers.get('auto-submitted')).toBeUndefined();
    expect(theirs.headers.get('reply-to')).toBe('Bob <bob@example.org>');
  });

  it('passes the check while it can send', async () => {
    await expect(mailer().check()).resolves.toBeUndefined();
  });
}

/** Parses the headers of a message: unfolds lines and decodes RFC 2047 words. */
export function readMail(raw: string): ArrivedMail {
  const [head = ''] = raw.split('\r\n\r\n');
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    return [name.toLowerCase(), decodeWords(value)];
  });
  return { headers: new Map(headers), raw };
}

function decodeWords(value: string): string {
  const joined = value.replaceAll(/\?=\s+=\?/g, '?==?');
  return joined.replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_word, encoding: string, text: string) => {
    if (encoding.toLowerCase() === 'b') return Buffer.from(text, 'base64').toString();
    const bytes = text.replaceAll('_', ' ').replaceAll(/=([0-9A-F]{2})/gi, (_code, hex: string) => {
      return String.fromCharCode(Number.parseInt(hex, 16));
    });
    return Buffer.from(bytes, 'latin1').toString();
  });
}
