import { planAllowsExpiry, type PlanId, planLimitsFrom, standardPlans } from '@waybill/contracts';
import { aFile } from '../../testing/builders.js';
import {
  canChangeExpiry,
  expiryChoices,
  initialSettings,
  settingsFormSchema,
  toSettings,
} from './file-settings.js';

const now = new Date('2026-11-21T10:00:00Z');
/** A file just uploaded on a paid plan. */
const file = aFile({
  originalName: 'plan.pdf',
  createdAt: '2026-11-21T09:59:00.000Z',
  deleteAt: { Time: '2026-11-21T21:59:00.000Z', Valid: true },
});
/** A file just uploaded on the standard free plan. */
const freeFile = aFile({ ...file, deleteAt: { Time: '2026-11-21T10:59:00.000Z', Valid: true } });
const protectedFile = { ...file, password: { Valid: true } };
const datedFile = { ...file, deleteAt: { Time: '2026-12-21T10:00:00.000Z', Valid: true } };
const lastingFile = { ...file, deleteAt: { Time: null, Valid: false } };
const form = { documentName: 'plan.pdf', hasPassword: false, password: '', expiry: '24' };

describe('initialSettings', () => {
  it('proposes twelve hours after an upload', () => {
    expect(initialSettings(file, standardPlans.basic, 'create', now).expiry).toBe('12');
  });

  it('keeps the current expiry when editing', () => {
    expect(initialSettings(file, standardPlans.pro, 'edit', now).expiry).toBe('keep');
  });

  it('keeps the chosen expiry when the user returns to the create screen', () => {
    expect(initialSettings(datedFile, standardPlans.pro, 'create', now).expiry).toBe('keep');
    expect(initialSettings(lastingFile, standardPlans.pro, 'create', now).expiry).toBe('keep');
    expect(expiryChoices(datedFile, standardPlans.basic, 'create', now)[0]).toEqual({
      value: 'keep',
      label: 'Keep current',
    });
  });

  it('proposes one hour on the free plan in both flows', () => {
    expect(initialSettings(freeFile, standardPlans.free, 'create', now).expiry).toBe('1');
    expect(initialSettings(freeFile, standardPlans.free, 'edit', now).expiry).toBe('1');
  });
});

describe('the expiry choices', () => {
  it('the choices of expiry are one hour for free, all but never for basic, all for pro', () => {
    const values = (plan: PlanId) =>
      expiryChoices(plan === 'free' ? freeFile : file, standardPlans[plan], 'create', now).map(
        ({ value }) => value,
      );
    expect(values('free')).toEqual(['1']);
    expect(values('basic')).toEqual(['1', '12', '24', '168', '720', '8760']);
    expect(values('pro')).toEqual(['1', '12', '24', '168', '720', '8760', 'never']);
  });
});

describe('toSettings', () => {
  const paid = { file, limits: standardPlans.pro, now } as const;

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
    expect(toSettings(form, { file: freeFile, limits: standardPlans.free, flow: 'create', now })).toEqual({
      originalName: 'plan.pdf',
    });
  });
});

describe('a longer expiry on the free plan', () => {
  const freeOf = (hours: number) => planLimitsFrom({ PLAN_FREE_MAX_EXPIRY_HOURS: hours }).free;
  const uploaded = Date.parse(file.createdAt);
  const hoursLater = (hours: number) => new Date(uploaded + hours * 3_600_000);
  const endingAfter = (hours: number) =>
    aFile({ ...file, deleteAt: { Time: hoursLater(hours).toISOString(), Valid: true } });
  const valuesOf = (one: typeof file, hours: number, at: Date) =>
    expiryChoices(one, freeOf(hours), 'edit', at).map(({ value }) => value);

  it.each([2, 6, 12, 24, 100])(
    'the free plan allows every expiry that its form offers, and the default: at most %i hours',
    (hours) => {
      const limits = freeOf(hours);
      const fresh = endingAfter(limits.defaultExpiryHours);
      const { expiry: initial } = initialSettings(fresh, limits, 'create', now);
      const offered = expiryChoices(fresh, limits, 'create', now).map(({ value }) => value);
      expect(offered).toContain(initial);
      expect(offered).toContain(String(hours));
      for (const expiry of offered) {
        const { deleteAt } = toSettings({ ...form, expiry }, { file: fresh, limits, flow: 'create', now });
        expect(planAllowsExpiry(limits, new Date(deleteAt!), new Date(uploaded), now)).toBe(true);
      }
    },
  );

  it('offers on the free plan only an expiry that is allowed and still ahead', () => {
    expect(valuesOf(endingAfter(24), 24, hoursLater(5))).toEqual(['keep', '1', '12', '24']);
    expect(valuesOf(endingAfter(24), 24, hoursLater(20))).toEqual(['keep', '1', '24']);
    expect(expiryChoices(file, freeOf(24), 'edit', now).at(-1)?.label).toBe('24 hours from the upload');
  });

  it('begins with the longest expiry of the free plan once its default is no longer allowed', () => {
    expect(initialSettings(endingAfter(12), freeOf(13), 'create', hoursLater(2)).expiry).toBe('13');
  });

  it.each([-48, 48])(
    'the free plan allows the longest expiry with a clock that is off by %i hours',
    (off) => {
      const limits = freeOf(24);
      const at = hoursLater(off);
      expect(valuesOf(endingAfter(12), 24, at)).toContain('24');
      const sent = (expiry: string) =>
        toSettings({ ...form, expiry }, { file, limits, flow: 'edit', now: at }).deleteAt;
      expect(sent('24')).toBe(hoursLater(24).toISOString());
      expect(sent('1')).toBe(hoursLater(off < 0 ? 1 : 24).toISOString());
    },
  );
});

describe('an expiry that an ended paid plan granted', () => {
  const { free } = standardPlans;
  const choicesOf = (one: typeof file, limits = free) => expiryChoices(one, limits, 'edit', now);

  it('offers on the free plan to keep it, or to end the file earlier', () => {
    const choices = [
      { value: 'keep', label: 'Keep current' },
      { value: '1', label: '1 hour' },
    ];
    for (const granted of [file, datedFile, lastingFile]) {
      expect(canChangeExpiry(granted, free)).toBe(true);
      expect(choicesOf(granted)).toEqual(choices);
      expect(initialSettings(granted, free, 'edit', now).expiry).toBe('keep');
    }
    const longer = planLimitsFrom({ PLAN_FREE_MAX_EXPIRY_HOURS: 24 }).free;
    expect(choicesOf(lastingFile, longer).map(({ label }) => label)).toEqual([
      'Keep current',
      '1 hour',
      '12 hours',
      '24 hours',
    ]);
    expect(canChangeExpiry(freeFile, free)).toBe(false);
  });

  it('offers on the free plan no expiry that is later than it', () => {
    const ending = { ...file, deleteAt: { Time: '2026-11-21T10:59:30.000Z', Valid: true } };
    expect(choicesOf(ending).map(({ value }) => value)).toEqual(['keep']);
  });

  it('sends on the free plan the earlier expiry, counted from now and never after the current one', () => {
    const sent = (one: typeof file, expiry: string) =>
      toSettings({ ...form, expiry }, { file: one, limits: free, flow: 'edit', now });
    expect(sent(lastingFile, '1').deleteAt).toBe('2026-11-21T11:00:00.000Z');
    const ending = { ...file, deleteAt: { Time: '2026-11-21T10:59:30.000Z', Valid: true } };
    expect(sent(ending, '1').deleteAt).toBe('2026-11-21T10:59:30.000Z');
    expect(sent(lastingFile, 'keep')).not.toHaveProperty('deleteAt');
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
    expect(initialSettings(protectedFile, standardPlans.pro, 'edit', now).hasPassword).toBe(true);
    expect(problemsOf(true, { hasPassword: true })).toBeUndefined();
  });
});
