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

  it('sends a paying user to the subscription tab', () => {
    expect(planChoice('pro', 'basic', false)).toBe('change-plan');
    expect(planChoice('free', 'pro', false)).toBe('change-plan');
  });

  it('sends a free user to checkout', () => {
    expect(planChoice('pro', 'free', false)).toBe('checkout');
  });
});
