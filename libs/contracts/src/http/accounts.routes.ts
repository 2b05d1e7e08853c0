import { z } from 'zod';
import {
  changePasswordSchema,
  deleteAccountSchema,
  forgotPasswordSchema,
  messageSchema,
  profileSchema,
  resetPasswordSchema,
  signUpSchema,
  userSchema,
} from '../dto/auth.dto.js';
import {
  changePassword,
  checkPasswordReset,
  deleteAccount,
  requestPasswordReset,
  resetPassword,
  signUp,
  updateProfile,
  verifyEmail,
} from '../requests/auth.requests.js';
import { exampleUser } from './examples.js';
import { jsonResponse, defineRoute, jsonBody } from './route.js';

const examplePassword = 'a long and winding password';

/** Query of a mailed link. A damaged link may lack a parameter or contain it twice. */
const mailedLinkSchema = z.object({
  token: z.string().optional().catch(undefined).describe('Token of the mailed link.'),
  email: z.string().optional().catch(undefined).describe('Address that the link was mailed to.'),
});

/** Sign-up, activation, profile and passwords. */
export const accountRoutes = {
  signUp: defineRoute({
    id: 'signUp',
    method: 'POST',
    path: '/api/signup',
    group: 'accounts',
    summary: 'Sign up',
    description:
      'The response is the same if the address already has an account; its owner is informed by mail. Files that this browser uploaded before are moved to the account.',
    access: 'anyone',
    scope: 'public',
    body: jsonBody(signUpSchema, {
      name: 'Ada Lovelace',
      email: 'ada@example.org',
      password: examplePassword,
      confirmPassword: examplePassword,
      agreeToTerms: true,
    }),
    responses: { 201: jsonResponse(messageSchema, { message: 'Your account is ready. Please log in.' }) },
    requests: [signUp],
  }),
  verifyEmail: defineRoute({
    id: 'verifyEmail',
    method: 'GET',
    path: '/api/verify-email',
    group: 'accounts',
    summary: 'Activate an account',
    description: 'Can be called again with the same result, because mail scanners follow links too.',
    access: 'anyone',
    scope: 'public',
    query: mailedLinkSchema,
    responses: {
      200: jsonResponse(messageSchema, { message: 'Your e-mail address is verified. You can log in now.' }),
    },
    requests: [verifyEmail],
  }),
  forgotPassword: defineRoute({
    id: 'forgotPassword',
    method: 'POST',
    path: '/api/forgot-password',
    group: 'accounts',
    summary: 'Request a password reset link',
    description: 'The response is the same whether or not the address has an account.',
    access: 'anyone',
    scope: 'public',
    body: jsonBody(forgotPasswordSchema, { email: 'ada@example.org' }),
    responses: {
      200: jsonResponse(messageSchema, {
        message: 'If there is an account for this e-mail address, we have sent it a reset link.',
      }),
    },
    requests: [requestPasswordReset],
  }),
  checkPasswordReset: defineRoute({
    id: 'checkPasswordReset',
    method: 'GET',
    path: '/api/reset-password',
    group: 'accounts',
    summary: 'Check a password reset link',
    description: 'The link can still be used afterwards.',
    access: 'anyone',
    scope: 'public',
    query: mailedLinkSchema,
    responses: { 200: jsonResponse(messageSchema, { message: 'Please choose a new password.' }) },
    requests: [checkPasswordReset],
    errors: ['request.foreign-origin'],
  }),
  resetPassword: defineRoute({
    id: 'resetPassword',
    method: 'POST',
    path: '/api/reset-password',
    group: 'accounts',
    summary: 'Set a new password with a reset link',
    description: 'A link is valid once, for one hour. Ends every session of the account.',
    access: 'anyone',
    scope: 'public',
    body: jsonBody(resetPasswordSchema, {
      token: 'Zk3v0q2Jp8yYc1n5',
      email: 'ada@example.org',
      password: examplePassword,
    }),
    responses: {
      200: jsonResponse(messageSchema, {
        message: 'Your password has been reset. Please log in with the new one.',
      }),
    },
    requests: [resetPassword],
  }),
  currentUser: defineRoute({
    id: 'currentUser',
    method: 'GET',
    path: '/api/user',
    group: 'accounts',
    summary: 'Get the current user',
    access: 'account',
    scope: 'read',
    responses: { 200: jsonResponse(userSchema, exampleUser) },
    requests: [],
  }),
  updateProfile: defineRoute({
    id: 'updateProfile',
    method: 'PUT',
    path: '/api/user',
    group: 'accounts',
    summary: 'Change the name of the account',
    access: 'account',
    scope: 'manage',
    body: jsonBody(profileSchema, { name: 'Ada King' }),
    responses: { 200: jsonResponse(userSchema, { ...exampleUser, name: 'Ada King' }) },
    requests: [updateProfile],
  }),
  deleteAccount: defineRoute({
    id: 'deleteAccount',
    method: 'DELETE',
    path: '/api/user',
    group: 'accounts',
    summary: 'Delete the account',
    description:
      'Deletes its files, links and reports too, and ends a paid plan immediately. Requires the password. Cannot be undone.',
    access: 'account',
    scope: 'none',
    body: jsonBody(deleteAccountSchema, { password: examplePassword }),
    responses: {
      204: {
        description: 'Deleted',
        mediaTypes: null,
        headers: { 'Set-Cookie': 'Deletes the session cookie and the login hint.' },
      },
    },
    requests: [deleteAccount],
  }),
  changePassword: defineRoute({
    id: 'changePassword',
    method: 'PUT',
    path: '/api/user/password',
    group: 'accounts',
    summary: 'Change the password',
    description: 'Ends every other session of the account.',
    access: 'account',
    scope: 'none',
    body: jsonBody(changePasswordSchema, {
      current_password: examplePassword,
      new_password: 'another long and winding one',
    }),
    responses: { 200: jsonResponse(messageSchema, { message: 'Your password has been changed.' }) },
    requests: [changePassword],
  }),
} as const;
