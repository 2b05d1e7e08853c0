/** Like `uiMessages`, for pages of the account. A module of its own, because the first page does not need them. */
export const accountMessages = {
  loginFailed: 'An error occurred during login',
  signupFailed: 'An error occurred during signup',
  profileFailed: 'Failed to update profile',
  passwordChangeFailed: 'Failed to change password',
  accountDeleteFailed: 'Failed to delete account',
  sessionsLoadFailed: 'Failed to load where you are logged in',
  sessionEndFailed: 'Failed to log out that device',
  cancelFailed: 'Failed to cancel subscription',
  subscriptionLoadFailed: 'Failed to load subscription information',
  verifyEmailFailed: 'Failed to verify email',
  verifyEmailError: 'An error occurred while verifying your email',
  invalidVerificationLink: 'Invalid verification link',
  invalidResetLink: 'Invalid reset link',
  expiredResetLink: 'Invalid or expired reset link',
  resetRequestFailed: 'An error occurred while sending the reset link',
  resetFailed: 'An error occurred while resetting your password',
} as const;
