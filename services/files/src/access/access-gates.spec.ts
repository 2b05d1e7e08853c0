import type { SharedFile } from '../file/shared-file.entity.js';
import type { AccessAction, AccessContext } from './access-context.js';
import { refusalOf } from './access-gates.policy.js';

const received = { requestId: 'r', title: 'Invoices', senderName: null, senderEmail: null };

/** A file that waits for its scan, opened by its owner or a stranger. */
function context(action: AccessAction, isOwner: boolean, facts: Partial<SharedFile>): AccessContext {
  const file = { scanState: 'pending', takenDownAt: null, passwordHash: null, ...facts } as SharedFile;
  return {
    action,
    isOwner,
    file,
    caller: null,
    token: null,
    bundleId: null,
    isMachine: false,
    hasFileToken: false,
    hasViewerToken: false,
    opened: null,
    bundle: null,
    now: new Date(),
  };
}

describe('the virus scan', () => {
  it('keeps the bytes of a received file from its owner too, until it has passed', () => {
    const own = { received: null, isFirstLinkActive: true };
    const sent = { received, isFirstLinkActive: false };
    expect(refusalOf(context('attachment', true, own))).toBeNull();
    for (const action of ['attachment', 'inline', 'viewer', 'rendition'] as const) {
      expect(refusalOf(context(action, true, sent))).toBe('files.being-scanned');
      expect(refusalOf(context(action, true, { ...sent, scanState: 'clean' }))).toBeNull();
    }
    expect(refusalOf(context('details', true, sent))).toBeNull();
  });
});

describe('a first link that is switched off', () => {
  it('hides from strangers that the file is scanned, infected or taken down', () => {
    const off = { received: null, isFirstLinkActive: false };
    expect(refusalOf(context('details', false, off))).toBe('files.not-found');
    expect(refusalOf(context('details', false, { ...off, scanState: 'infected' }))).toBe('files.not-found');
    const takenDown = { ...off, takenDownAt: new Date() };
    expect(refusalOf(context('details', false, takenDown))).toBe('files.not-found');
  });

  it('lets a bundle open a received file that its owner put into it, and no other', () => {
    const facts = { isFirstLinkActive: false, scanState: 'clean' } as const;
    const through = (file: Partial<SharedFile>, refusal: 'files.password-required' | null) =>
      refusalOf({
        ...context('inline', false, { ...facts, ...file }),
        bundle: { bundleId: 'b', refusal },
      });
    expect(through({ received }, null)).toBeNull();
    expect(through({ received }, 'files.password-required')).toBe('files.not-found');
    expect(through({ received: null }, null)).toBe('files.not-found');
    expect(refusalOf(context('inline', false, { ...facts, received }))).toBe('files.not-found');
  });
});
