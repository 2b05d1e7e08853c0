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

/** A mailed link's query; a mangled link may lack either part, or carry it twice. */
const mailedLinkSchema = z.object({
  token: z.string().optional().catch(undefined).describe('Of the mailed link.'),
  email: z.string().optional().catch(undefined).describe('The address it was mailed to.'),
});

/** Opening an account, its profile and its passwords. */
export const accountRoutes = {
  signUp: defineRoute({
    id: 'signUp',
    method: 'POST',
    path: '/api/signup',
    group: 'accounts',
    summary: 'Open an account',
    description:
      'The answer is the same when the address has an account already; its owner is told by mail. Files that this browser uploaded before become the account’s.',
    access: 'anyone',
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
    description: 'Answers the same when it is called again: mail scanners follow links, too.',
    access: 'anyone',
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
    summary: 'Ask for a link that sets a new password',
    description: 'The answer never tells whether the address has an account.',
    access: 'anyone',
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
    summary: 'Ask whether a reset link is still good',
    description: 'Does not spend the link.',
    access: 'anyone',
    query: mailedLinkSchema,
    responses: { 200: jsonResponse(messageSchema, { message: 'Please choose a new password.' }) },
    requests: [checkPasswordReset],
  }),
  resetPassword: defineRoute({
    id: 'resetPassword',
    method: 'POST',
    path: '/api/reset-password',
    group: 'accounts',
    summary: 'Set a new password by a mailed link',
    description: 'A link works once, for one hour. Every session of the account ends.',
    access: 'anyone',
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
    summary: 'Tell who is signed in',
    access: 'account',
    responses: { 200: jsonResponse(userSchema, exampleUser) },
    requests: [],
  }),
  updateProfile: defineRoute({
    id: 'updateProfile',
    method: 'PUT',
    path: '/api/user',
    group: 'accounts',
    summary: 'Change one’s name',
    access: 'account',
    body: jsonBody(profileSchema, { name: 'Ada King' }),
    responses: { 200: jsonResponse(userSchema, { ...exampleUser, name: 'Ada King' }) },
    requests: [updateProfile],
  }),
  deleteAccount: defineRoute({
    id: 'deleteAccount',
    method: 'DELETE',
    path: '/api/user',
    group: 'accounts',
    summary: 'Delete one’s account',
    description:
      'With every file, share and report of it; a paid plan ends at once. Confirmed by the password. It cannot be undone.',
    access: 'account',
    body: jsonBody(deleteAccountSchema, { password: examplePassword }),
    responses: {
      204: {
        description: 'Deleted',
        mediaTypes: null,
        headers: { 'Set-Cookie': 'Takes the session and its mark away.' },
      },
    },
    requests: [deleteAccount],
  }),
  changePassword: defineRoute({
    id: 'changePassword',
    method: 'PUT',
    path: '/api/user/password',
    group: 'accounts',
    summary: 'Change one’s password',
    description: 'Every other session of the account ends.',
    access: 'account',
    body: jsonBody(changePasswordSchema, {
      current_password: examplePassword,
      new_password: 'another long and winding one',
    }),
    responses: { 200: jsonResponse(messageSchema, { message: 'Your password has been changed.' }) },
    requests: [changePassword],
  }),
} as const;
