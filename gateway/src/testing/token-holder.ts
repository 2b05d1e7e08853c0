export const USER_ID = '0f0e0d0c-0b0a-4908-8706-050403020100';

/** Headers of a call with the access token of an account. */
export const tokenHeaders = { authorization: `Bearer wb_${'a'.repeat(40)}` };

/** The reply of auth to `checkToken` for this token. */
export const tokenHolder = {
  holder: {
    user: {
      id: USER_ID,
      name: 'Ada',
      email: 'ada@example.com',
      subscription: 'free',
      created_at: '2026-01-01T00:00:00Z',
    },
    scopes: ['read'],
  },
};
