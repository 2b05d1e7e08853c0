import { promotionInForce } from './promotion.js';

describe('the promotion in force', () => {
  const may = new Date('2026-05-01T00:00:00Z');
  const june = new Date('2026-06-01T00:00:00Z');
  const setting = (endsAt: Date | null) => ({ endsAt, message: 'Set' });
  const override = (endsAt: Date | null, replaces: Date | null) => ({
    endsAt,
    message: 'Overridden',
    replaces,
  });

  it('the promotion in force is that of the settings until an administrator overrides it', () => {
    expect(promotionInForce(setting(may), null)).toEqual(setting(may));
  });

  it('the promotion in force is what an administrator started or ended', () => {
    expect(promotionInForce(setting(null), override(june, null))).toMatchObject({
      endsAt: june,
      message: 'Overridden',
    });
    expect(promotionInForce(setting(may), override(null, may))).toMatchObject({ endsAt: null });
  });

  it('the promotion in force is that of the settings again once they are changed', () => {
    expect(promotionInForce(setting(june), override(null, may))).toEqual(setting(june));
    expect(promotionInForce(setting(null), override(june, may))).toEqual(setting(null));
  });
});
