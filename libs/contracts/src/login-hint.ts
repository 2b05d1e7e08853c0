/**
 * Name of the login hint: a cookie next to the session cookie that scripts can read; over https with the prefix
 * `__Host-`. Its value is `1`. The client requests the current user only if the hint is set, so that the browser
 * console of a visitor shows no 401 errors.
 */
export const LOGIN_HINT_COOKIE = 'waybill_signed_in';
