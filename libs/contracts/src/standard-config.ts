import type { Config } from './dto/config.dto.js';
import { standardPlans } from './plans.js';

/** The configuration of an installation without settings. */
export const standardConfig: Config = {
  publicUrl: 'http://localhost:3000',
  plans: standardPlans,
  defaultPlan: 'free',
  signUp: 'open',
  signUpDomains: [],
  singleSignOn: null,
  anonymousUploads: true,
  officeViewer: true,
  visitorAddresses: 'full',
  visitRetentionDays: null,
};
