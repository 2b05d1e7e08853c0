import { type PlanId, standardPlans } from '@waybill/contracts';
import { aFile } from '../../testing/builders.js';
import { expiryChoices, initialSettings, settingsFormSchema, toSettings } from './file-settings.js';

const now = new Date('2026-11-21T10:00:00Z');
/** A file just uploaded on a paid plan. */
const file = aFile({
  originalName: 'plan.pdf',
  createdAt: '2026-11-21T09:59:00.000Z',
  deleteAt: { Time: '2026-11-21T21:59:00.000Z', Valid: true },
});
const protectedFile = { ...file, password: { Valid: true } };
const datedFile = { ...file, deleteAt: { Time: '2026-12-21T10:00:00.000Z', Valid: true } };
const lastingFile = { ...file, deleteAt: { Time: null, Valid: false } };
const form = { documentName: 'plan.pdf', hasPassword: false, password: '', expiry: '24' };

describe('initialSettings', () => {
  it('proposes twelve hours after an upload', () => {
    expect(initialSettings(file, standardPlans.basic, 'create').expiry).toBe('12');
  });

  it('keeps the current expiry when editing', () => {
    expect(initialSettings(file, standardPlans.pro, 'edit').expiry).toBe('keep');
  });

  it('keeps the chosen expiry when the user returns to the create screen', () => {
    expect(initialSettings(datedFile, standardPlans.pro, 'create').expiry).toBe('keep');
    expect(initialSettings(lastingFile, standardPlans.pro, 'create').expiry).toBe('keep');
    expect(expiryChoices(datedFile, standardPlans.basic, 'create')[0]).toEqual({
      value: 'keep',
      label: 'Keep current',
    });
  });

  it('proposes one hour on the free plan in both flows', () => {
    expect(initialSettings(file, standardPlans.free, 'create').expiry).toBe('1');
    expect(initialSettings(file, standardPlans.free, 'edit').expiry).toBe('1');
  });
});

describe('the expiry choices', () => {
  it('the choices of expiry are one hour for free, all but never for basic, all for pro', () => {
    const values = (plan: PlanId) =>
      expiryChoices(file, standardPlans[plan], 'create').map(({ value }) => value);
    expect(values('free')).toEqual(['1']);
    expect(values('basic')).toEqual(['1', '12', '24', '168', '720', '8760']);
    expect(values('pro')).toEqual(['1', '12', '24', '168', '720', '8760', 'never']);
  });
});

describe('toSettings', () => {
  const paid = { limits: standardPlans.pro, now } as const;

  it('sends an expiry relative to now', () => {
    expect(toSettings(form, { ...paid, flow: 'create' }).deleteAt).toBe('2026-11-22T10:00:00.000Z');
  });

  it('sends null for never and omits the expiry for "keep current"', () => {
    expect(toSettings({ ...form, expiry: 'never' }, { ...paid, flow: 'edit' }).deleteAt).toBeNull();
    expect(toSettings({ ...form, expiry: 'keep' }, { ...paid, flow: 'edit' })).not.toHaveProperty('deleteAt');
  });

  it('removes the password with an empty string after the upload and with null when editing', () => {
    expect(toSettings(form, { ...paid, flow: 'create' }).password).toBe('');
    expect(toSettings(form, { ...paid, flow: 'edit' }).password).toBeNull();
  });

  it('omits the password when none is typed', () => {
    const kept = toSettings({ ...form, hasPassword: true }, { ...paid, flow: 'edit' });
    expect(kept).not.toHaveProperty('password');
  });

  it('sends only the name on the free plan', () => {
    expect(toSettings(form, { limits: standardPlans.free, flow: 'create', now })).toEqual({
      originalName: 'plan.pdf',
    });
  });
});

describe('the settings form', () => {
  const problemsOf = (isProtected: boolean, values: object) =>
    settingsFormSchema(isProtected)
      .safeParse({ ...form, ...values })
      .error?.issues.map(({ message }) => message);

  it('asks for a document name', () => {
    expect(problemsOf(false, { documentName: ' ' })).toEqual(['Document name is required']);
  });

  it('asks for a password when protection is switched on', () => {
    expect(problemsOf(false, { hasPassword: true })).toEqual(['Password is required']);
  });

  it('accepts an empty password when the file has one already', () => {
    expect(initialSettings(protectedFile, standardPlans.pro, 'edit').hasPassword).toBe(true);
    expect(problemsOf(true, { hasPassword: true })).toBeUndefined();
  });
});
