import { defineTemplate } from './template.js';

export interface ShareValues {
  /** Empty if the given name has no visible character. */
  readonly recipientName: string;
  /** Empty for a visitor without an account. */
  readonly senderName: string;
  readonly fileName: string;
  /** False for a single file. Missing in a stored mail of an earlier version, which is always of a single file. */
  readonly isBundle?: boolean;
  /** Formatted for display, such as "2.4 MB"; for a bundle "3 files, 2.4 MB". */
  readonly fileSize: string;
  /** Formatted for display, such as "12 March 2026, 14:00 UTC". Empty if the file never expires. */
  readonly expiresAt: string;
  readonly isPasswordProtected: boolean;
  readonly link: string;
}

/** Mail to the recipient of a shared file or bundle (spec §2, "Share page"). */
export const share = defineTemplate<ShareValues>({
  subject: '{{#if senderName}}{{senderName}} shared{{else}}Somebody shared{{/if}} “{{fileName}}” with you',
  heading: 'Hello{{#if recipientName}}, {{recipientName}}{{/if}}',
  paragraphs: [
    '{{#if senderName}}{{senderName}}{{else}}Somebody who uses Waybill{{/if}} shared {{#if isBundle}}files{{else}}a file{{/if}} with you: “{{fileName}}” ({{fileSize}}).',
    '{{#if isPasswordProtected}}It is protected by a password, which the sender will tell you.{{/if}}',
    '{{#if expiresAt}}You can open it until {{expiresAt}}.{{/if}}',
  ],
  button: { label: 'Open the {{#if isBundle}}files{{else}}file{{/if}}', link: '{{link}}' },
  footnote:
    'You get this mail because the sender entered your address. If you do not know the sender, do not open {{#if isBundle}}the files{{else}}the file{{/if}}. The sender can see when and from which country {{#if isBundle}}they were{{else}}it was{{/if}} opened.',
});
