import { tmpdir } from 'node:os';
import { resolve } from 'node:path';

export type Environment = Readonly<Record<string, string>>;

/**
 * Environment of a program that tests start: only a few variables of the test process, and Node's compile cache,
 * because the suite starts the same programs about two hundred times.
 */
export function programEnvironment(): Environment {
  const { PATH = '', HOME = '' } = process.env;
  return {
    PATH,
    HOME,
    TMPDIR: tmpdir(),
    NODE_COMPILE_CACHE: resolve(__dirname, '../../../node_modules/.cache/waybill-e2e'),
  };
}

/** Address of the administrator in FREE and PROMOTION. */
export const ADMINISTRATOR = 'root@example.org';

/** Settings of most flows, so that they can share an instance. All clients of a flow are in the same network. */
export const FREE: Environment = {
  TRUST_PROXY: 'loopback',
  ANONYMOUS_UPLOADS_PER_HOUR_PER_NETWORK: '1000',
  WEBHOOK_PRIVATE_NETWORKS: 'allow',
  ADMIN_EMAILS: `Other@Example.org, ${ADMINISTRATOR}`,
};

const PROMOTION_END = '2099-01-01T00:00:00Z';
const PROMOTION_MESSAGE = 'Pro for all';

/** The promotion of PROMOTION, as an administrator starts it. */
export const PROMOTION_FORM = { endDate: PROMOTION_END, message: PROMOTION_MESSAGE } as const;

/** Settings of FREE, and Pro for everyone. */
export const PROMOTION: Environment = {
  ...FREE,
  PROMOTION_ENDS_AT: PROMOTION_END,
  PROMOTION_MESSAGE,
};

/** Domains of the accounts that a load and its ledger of visits make. */
export const LOAD_DOMAINS = ['example.com', 'example.org'];

/** Settings for the clients of a load, which share one network and keep many files. */
export const LOAD_SETTINGS: Environment = {
  SIGN_UP_DOMAINS: LOAD_DOMAINS.join(),
  // Differs from the default, and leaves room for the largest upload of the fault tests.
  PLAN_PRO_MAX_FILE_SIZE: '4000000000',
  API_DOCS: 'off',
  PROMOTION_ENDS_AT: PROMOTION_END,
  ANONYMOUS_UPLOADS_PER_HOUR_PER_NETWORK: '100000',
  ANONYMOUS_UPLOADS_PER_HOUR: '100000',
};
