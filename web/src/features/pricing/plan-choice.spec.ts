import { planChoice } from './plan-choice.js';

describe('planChoice', () => {
  it('sends a visitor to sign-up', () => {
    expect(planChoice('pro', null, false)).toBe('sign-up');
  });

  it('does nothing during a promotion', () => {
    expect(planChoice('basic', 'pro', true)).toBe('nothing');
  });

  it('does nothing for the user’s current plan', () => {
    expect(planChoice('basic', 'basic', false)).toBe('nothing');
  });

  it('sends a user to the subscription tab for a lower plan', () => {
    expect(planChoice('basic', 'pro', false)).toBe('change-plan');
    expect(planChoice('free', 'pro', false)).toBe('change-plan');
  });

  it('lets the offer decide about a higher plan', () => {
    expect(planChoice('pro', 'free', false)).toBe('checkout');
    expect(planChoice('pro', 'basic', false)).toBe('checkout');
  });
});
