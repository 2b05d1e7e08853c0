import type { FileRequestView } from '@waybill/contracts';
import { draftOf, toNewRequest, toRequestChanges } from './request-draft.js';

const request: FileRequestView = {
  id: 'r',
  slug: 'invoices',
  url: 'https://w.example/r/invoices',
  title: 'Invoices',
  message: null,
  deleteAt: '2030-01-02T03:04:00.000Z',
  maxFiles: 5,
  maxFileSize: 1_572_864,
  isActive: true,
  isPasswordProtected: true,
  state: 'open',
  filesReceived: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
};

describe('toNewRequest', () => {
  it('leaves out what was not filled in, and converts megabytes', () => {
    const draft = { ...draftOf(null), title: 'Invoices' };
    expect(toNewRequest(draft)).toEqual({ title: 'Invoices', maxFiles: 100 });
    expect(toNewRequest({ ...draft, maxMegabytes: 1.5, slug: ' mine ', password: 'p' })).toEqual({
      title: 'Invoices',
      maxFiles: 100,
      maxFileSize: 1_572_864,
      slug: 'mine',
      password: 'p',
    });
  });
});

describe('toRequestChanges', () => {
  it('names only what was changed', () => {
    expect(toRequestChanges(draftOf(request), request)).toEqual({});
    expect(toRequestChanges({ ...draftOf(request), title: 'Bills', maxMegabytes: 2 }, request)).toEqual({
      title: 'Bills',
      maxFileSize: 2_097_152,
    });
  });

  it('takes settings back', () => {
    const draft = { ...draftOf(request), maxFiles: '', maxMegabytes: '', expiry: '', removesPassword: true };
    expect(toRequestChanges(draft, request)).toEqual({
      maxFiles: null,
      maxFileSize: null,
      deleteAt: null,
      password: null,
    });
  });
});
