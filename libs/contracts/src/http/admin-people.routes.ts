import { z } from 'zod';
import { newEmailSchema } from '../dto/auth.dto.js';
import { idSchema } from '../dto/id.dto.js';
import { adminListQuerySchema } from '../dto/moderation.dto.js';
import { type Person, personSchema } from '../dto/person.dto.js';
import { planIdSchema } from '../dto/plan.dto.js';
import { grantPersonPlan } from '../requests/billing.requests.js';
import { applyPlanInFiles } from '../requests/files.requests.js';
import {
  applyPlanInAuth,
  createInvitation,
  deletePerson,
  getPerson,
  listPeople,
  signOutPerson,
  suspendPerson,
} from '../requests/people.requests.js';
import { adminRoute, auditRequests, pageOf } from './admin-route.js';
import { exampleUser } from './examples.js';
import { defineRoute, jsonBody, jsonResponse } from './route.js';

const examplePerson: Person = {
  id: exampleUser.id,
  name: exampleUser.name,
  email: exampleUser.email,
  createdAt: exampleUser.created_at,
  activatedAt: exampleUser.created_at,
  suspendedAt: null,
  lastSeenAt: '2026-11-02T10:00:00.000Z',
  plan: 'free',
  subscription: 'pro',
  isAdmin: false,
};

/** Properties of every route of one account. */
const personRoute = {
  ...adminRoute,
  params: z.object({ id: idSchema.describe('Id of the account.') }),
} as const;

/** Accounts, for administrators. */
export const adminPeopleRoutes = {
  listPeople: defineRoute({
    ...adminRoute,
    id: 'listPeople',
    method: 'GET',
    path: '/api/admin/people',
    summary: 'List or search all accounts',
    description: 'Newest first. `query`: words of names and addresses, or their beginnings.',
    query: adminListQuerySchema,
    responses: { 200: pageOf(personSchema, examplePerson) },
    requests: [listPeople],
  }),
  changePlan: defineRoute({
    ...personRoute,
    id: 'changePlanOfPerson',
    method: 'PUT',
    path: '/api/admin/people/{id}',
    summary: 'Grant a plan to an account',
    description: '`free` withdraws a grant. A better plan that the account pays for stays.',
    body: jsonBody(z.object({ plan: planIdSchema }), { plan: 'pro' }),
    responses: { 200: jsonResponse(personSchema, { ...examplePerson, plan: 'pro' }) },
    requests: [...auditRequests, getPerson, grantPersonPlan, applyPlanInAuth, applyPlanInFiles],
  }),
  deletePerson: defineRoute({
    ...personRoute,
    id: 'deletePerson',
    method: 'DELETE',
    path: '/api/admin/people/{id}',
    summary: 'Delete an account with all its files',
    responses: { 204: { description: 'Deleted', mediaTypes: null } },
    requests: [...auditRequests, deletePerson],
    errors: ['admin.own-account'],
  }),
  suspend: defineRoute({
    ...personRoute,
    id: 'suspendPerson',
    method: 'POST',
    path: '/api/admin/people/{id}/suspend',
    summary: 'Suspend an account',
    description: 'It cannot log in any more, and its sessions end. Its files stay available.',
    responses: {
      200: jsonResponse(personSchema, { ...examplePerson, suspendedAt: '2026-11-03T08:15:00.000Z' }),
    },
    requests: [...auditRequests, suspendPerson],
    errors: ['admin.own-account'],
  }),
  unsuspend: defineRoute({
    ...personRoute,
    id: 'unsuspendPerson',
    method: 'POST',
    path: '/api/admin/people/{id}/unsuspend',
    summary: 'Let a suspended account log in again',
    responses: { 200: jsonResponse(personSchema, examplePerson) },
    requests: [...auditRequests, suspendPerson],
  }),
  signOut: defineRoute({
    ...personRoute,
    id: 'signOutPerson',
    method: 'POST',
    path: '/api/admin/people/{id}/sign-out',
    summary: 'End every session of an account',
    responses: { 200: jsonResponse(personSchema, examplePerson) },
    requests: [...auditRequests, signOutPerson],
  }),
  invite: defineRoute({
    ...adminRoute,
    id: 'invitePerson',
    method: 'POST',
    path: '/api/admin/invitations',
    summary: 'Invite somebody to sign up',
    description:
      'Mails the link of the invitation. It works once, for this address only. Refused for an address that has an account, and while sign-up is closed to it.',
    body: jsonBody(z.object({ email: newEmailSchema }), { email: 'grace@example.org' }),
    responses: {
      201: jsonResponse(
        z.object({ email: z.string(), url: z.string(), expiresAt: z.string() }),
        {
          email: 'grace@example.org',
          url: 'https://waybill.example.org/signup?invitation=Zk3v0q2Jp8yYc1n5',
          expiresAt: '2026-11-10T08:15:00.000Z',
        },
        'Created',
      ),
    },
    requests: [...auditRequests, createInvitation],
  }),
} as const;
