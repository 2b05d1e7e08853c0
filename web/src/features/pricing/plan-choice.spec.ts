import { planChoice } from './plan-choice.js';

describe('what a plan button does', () => {
  it('takes a visitor to sign-up', () => {
    expect(planChoice('pro', null, false)).toBe('sign-up');
  });

  it('does nothing during a promotion', () => {
    expect(planChoice('basic', 'pro', true)).toBe('nothing');
  });

  it('does nothing for the plan one has', () => {
    expect(planChoice('basic', 'basic', false)).toBe('nothing');
  });

  it('takes a paying user to their subscription', () => {
    expect(planChoice('pro', 'basic', false)).toBe('change-plan');
    expect(planChoice('free', 'pro', false)).toBe('change-plan');
  });

  it('lets a free user buy', () => {
    expect(planChoice('pro', 'free', false)).toBe('checkout');
  });
});
