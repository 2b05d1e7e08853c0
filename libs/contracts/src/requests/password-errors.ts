/** A password is not hashed or verified, because too many wait: of the client's network, or in total. */
export const passwordQueueErrors = ['request.too-many', 'server.busy'] as const;

/** A new password of a file, link, bundle or file request is refused. */
export const newPasswordErrors = ['files.password-not-in-plan', ...passwordQueueErrors] as const;

/** The password of a file, link, bundle or file request is wrong, or was not verified. */
export const visitorPasswordErrors = [
  'files.incorrect-password',
  'files.too-many-attempts',
  ...passwordQueueErrors,
] as const;
