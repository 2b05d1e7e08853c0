import { type FileSettings, type PlanId, standardPlans, HOUR_MS } from '@waybill/contracts';
import { type CurrentSettings, decideChange } from './settings.policy.js';

const now = new Date('2026-03-01T12:00:00Z');
const after = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);
const current: CurrentSettings = {
  originalName: 'report.pdf',
  createdAt: after(-0.5),
  deleteAt: after(0.5),
  isProtected: false,
};

function decide(plan: PlanId, asked: FileSettings, differing: Partial<CurrentSettings> = {}) {
  return decideChange({ ...current, ...differing }, asked, standardPlans[plan], now);
}

function refusal(code: string) {
  return expect.objectContaining({ code });
}

describe('decideChange of the expiry', () => {
  it.each([
    ['free', 0.25],
    ['free', 0.5],
    ['basic', 1],
    ['basic', 8760],
    ['pro', 8760],
    ['pro', 100_000],
  ] as const)('allows on %s an expiry %d hours from now', (plan, hours) => {
    const asked = after(hours);
    const unchanged = asked.getTime() === current.deleteAt?.getTime();
    expect(decide(plan, { deleteAt: asked.toISOString() })).toEqual(unchanged ? {} : { deleteAt: asked });
  });

  it.each([
    ['free', after(0.51).toISOString()],
    ['free', null],
    ['basic', after(8761).toISOString()],
    ['basic', null],
  ] as const)('refuses on %s the expiry %s', (plan, deleteAt) => {
    expect(() => decide(plan, { deleteAt })).toThrow(refusal('files.expiry-not-in-plan'));
  });

  it('allows files without expiry on Pro', () => {
    expect(decide('pro', { deleteAt: null })).toEqual({ deleteAt: null });
  });

  it.each([after(-1), now])('refuses %s, which is not in the future', (past) => {
    expect(() => decide('pro', { deleteAt: past.toISOString() })).toThrow(refusal('files.expiry-in-past'));
  });

  it('accepts the current expiry unchanged, even if the plan no longer allows it', () => {
    const granted = after(5000);
    expect(decide('free', { deleteAt: granted.toISOString() }, { deleteAt: granted })).toEqual({});
    expect(decide('free', { deleteAt: null }, { deleteAt: null })).toEqual({});
  });

  it.each([null, after(5000)])(
    'allows on every plan an expiry that is earlier than the current one, which an ended plan granted: %s',
    (granted) => {
      const earlier = after(4999);
      for (const plan of ['free', 'basic', 'pro'] as const)
        expect(decide(plan, { deleteAt: earlier.toISOString() }, { deleteAt: granted })).toEqual({
          deleteAt: earlier,
        });
    },
  );

  it('refuses on free an expiry that is later than the current one, which an ended plan granted', () => {
    const granted = { deleteAt: after(5000) };
    for (const deleteAt of [after(5001).toISOString(), null])
      expect(() => decide('free', { deleteAt }, granted)).toThrow(refusal('files.expiry-not-in-plan'));
  });

  it('refuses an expiry that has passed, although it is earlier than the current one', () => {
    expect(() => decide('free', { deleteAt: now.toISOString() }, { deleteAt: null })).toThrow(
      refusal('files.expiry-in-past'),
    );
  });

  it('recognises the current expiry in another time zone', () => {
    const deleteAt = new Date('2026-03-02T10:00:00Z');
    expect(decide('free', { deleteAt: '2026-03-02T12:00:00+02:00' }, { deleteAt })).toEqual({});
  });
});

describe('decideChange of the password', () => {
  it.each(['basic', 'pro'] as const)('allows a password on %s', (plan) => {
    expect(decide(plan, { password: 'sesame' })).toEqual({ password: 'sesame' });
  });

  it('refuses a password on free', () => {
    expect(() => decide('free', { password: 'sesame' })).toThrow(refusal('files.password-not-in-plan'));
  });

  it.each(['', null])('removes the password on any plan for %j', (password) => {
    expect(decide('free', { password }, { isProtected: true })).toEqual({ password: null });
    expect(decide('free', { password })).toEqual({});
  });
});

describe('decideChange of the name', () => {
  it('cleans the name', () => {
    expect(decide('free', { originalName: 'Q1/Q2\u202e.pdf' })).toEqual({ originalName: 'Q1-Q2.pdf' });
  });

  it('refuses a name without a visible character', () => {
    expect(() => decide('free', { originalName: '\u202e' })).toThrow('Document name is required');
  });
});

describe('decideChange', () => {
  it('changes no setting that is absent', () => {
    expect(decide('free', {})).toEqual({});
  });

  it('validates the settings before it checks the plan', () => {
    const past = after(-1).toISOString();
    expect(() => decide('free', { password: 'sesame', deleteAt: past })).toThrow(
      refusal('files.expiry-in-past'),
    );
  });
});
