import type { FileSettings, PlanId } from '@waybill/contracts';
import { type CurrentSettings, decideChange } from './settings.policy.js';

const HOUR = 3_600_000;
const now = new Date('2026-03-01T12:00:00Z');
const after = (hours: number) => new Date(now.getTime() + hours * HOUR);
const current: CurrentSettings = {
  originalName: 'report.pdf',
  createdAt: after(-0.5),
  deleteAt: after(0.5),
  isProtected: false,
};

function decide(plan: PlanId, asked: FileSettings, differing: Partial<CurrentSettings> = {}) {
  return decideChange({ ...current, ...differing }, asked, plan, now);
}

function refusal(code: string) {
  return expect.objectContaining({ code });
}

describe('expiry', () => {
  it.each([
    ['free', 0.25],
    ['free', 0.5],
    ['basic', 1],
    ['basic', 8760],
    ['pro', 8760],
    ['pro', 100_000],
  ] as const)('%s may choose %d hours from now', (plan, hours) => {
    const asked = after(hours);
    const unchanged = asked.getTime() === current.deleteAt?.getTime();
    expect(decide(plan, { deleteAt: asked.toISOString() })).toEqual(unchanged ? {} : { deleteAt: asked });
  });

  it.each([
    ['free', after(0.51).toISOString()],
    ['free', null],
    ['basic', after(8761).toISOString()],
    ['basic', null],
  ] as const)('%s may not choose %s', (plan, deleteAt) => {
    expect(() => decide(plan, { deleteAt })).toThrow(refusal('files.expiry-not-in-plan'));
  });

  it('may be never on Pro', () => {
    expect(decide('pro', { deleteAt: null })).toEqual({ deleteAt: null });
  });

  it.each([after(-1), now])('must be in the future: %s is not', (past) => {
    expect(() => decide('pro', { deleteAt: past.toISOString() })).toThrow(refusal('files.expiry-in-past'));
  });

  it('may be sent back as it is, even when the plan would not give it any more', () => {
    const granted = after(5000);
    expect(decide('free', { deleteAt: granted.toISOString() }, { deleteAt: granted })).toEqual({});
    expect(decide('free', { deleteAt: null }, { deleteAt: null })).toEqual({});
  });

  it('is the same moment in any time zone', () => {
    const deleteAt = new Date('2026-03-02T10:00:00Z');
    expect(decide('free', { deleteAt: '2026-03-02T12:00:00+02:00' }, { deleteAt })).toEqual({});
  });
});

describe('password', () => {
  it.each(['basic', 'pro'] as const)('can be set on %s', (plan) => {
    expect(decide(plan, { password: 'sesame' })).toEqual({ password: 'sesame' });
  });

  it('cannot be set on free', () => {
    expect(() => decide('free', { password: 'sesame' })).toThrow(refusal('files.password-not-in-plan'));
  });

  it.each(['', null])('can be taken away on any plan by %j', (password) => {
    expect(decide('free', { password }, { isProtected: true })).toEqual({ password: null });
    expect(decide('free', { password })).toEqual({});
  });
});

describe('name', () => {
  it('is cleaned before it is kept', () => {
    expect(decide('free', { originalName: 'Q1/Q2\u202e.pdf' })).toEqual({ originalName: 'Q1-Q2.pdf' });
  });

  it('must have something visible', () => {
    expect(() => decide('free', { originalName: '\u202e' })).toThrow('Document name is required');
  });
});

describe('settings', () => {
  it('that are left out are left alone', () => {
    expect(decide('free', {})).toEqual({});
  });

  it('are checked for mistakes before the plan is', () => {
    const past = after(-1).toISOString();
    expect(() => decide('free', { password: 'sesame', deleteAt: past })).toThrow(
      refusal('files.expiry-in-past'),
    );
  });
});
