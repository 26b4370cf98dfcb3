import type pg from 'pg';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { DEFAULT_SECURITY } from '../../assistant/widget/contract.ts';
import {
  CONFIRMATION_LIMIT,
  FORGOT_LIMITS,
  INACTIVITY_MS,
  SECOND_FACTOR_LIMIT,
  SIGN_IN_LIMITS,
} from '../../identity/sessions/constants.ts';
import type { RateLimit } from '../../platform/metrics/record-request.ts';
import { type RequestCounts, readRequestCounts } from '../../platform/metrics/request-counts.ts';
import { FORM_LIMITS } from '../../public-site/contact/form-screening.ts';
import type { OperationsPorts } from '../ports.ts';
import { checkSecurity } from './security-checks.ts';
import type { SecurityConfig } from './status-contract.ts';

const SHOWN_ADDRESSES = 10;

interface Limit {
  readonly name: string;
  /** Undefined if counted with the sign-in limit. */
  readonly counter: RateLimit | undefined;
  readonly prefix: string;
  readonly points: number;
  readonly seconds: number;
}

/** Rate limits, each with the counter name of its rejections and its key prefix. */
const LIMITS: readonly Limit[] = [
  { name: 'Sign-in', counter: 'sign_in', prefix: 'sign-in-', ...SIGN_IN_LIMITS.accountFromAddress },
  { name: 'Second factor', counter: undefined, prefix: 'second-factor:', ...SECOND_FACTOR_LIMIT },
  { name: 'Password confirmation', counter: 'confirmation', prefix: 'confirmation:', ...CONFIRMATION_LIMIT },
  {
    name: 'Password reset',
    counter: 'password_reset',
    prefix: 'forgot-',
    ...FORGOT_LIMITS.accountFromAddress,
  },
  { name: 'Public forms', counter: 'public_form', prefix: 'public-', ...FORM_LIMITS.withToken },
  {
    name: 'Widget',
    counter: 'widget',
    prefix: 'widget:',
    points: DEFAULT_SECURITY.rateLimitPerMinute,
    seconds: 60,
  },
];

const ATTACK_LABELS: Readonly<Record<string, string>> = {
  password_guessing: 'Password guessing',
  cross_site_request: 'Requests from other sites',
  stolen_widget_token: 'Widget tokens of other sites',
  replayed_token: 'Replayed refresh tokens',
  forged_token: 'Forged session tokens',
  form_spam: 'Spam in public forms',
};
const SIGN_IN_LABELS: Readonly<Record<string, string>> = {
  succeeded: 'Succeeded',
  wrong_password: 'Unknown email or wrong password',
  wrong_code: 'Wrong second factor',
  too_many: 'Too many attempts',
};
const FAILED_OUTCOMES = ['wrong_password', 'wrong_code'];

/** Reads the attacks and rejected requests of the last 24 hours, the rate limits, and the security checks. */
export async function readSecurityConfig(ports: OperationsPorts, self: string): Promise<SecurityConfig> {
  const { pool, pg, requestCounter } = ports;
  await requestCounter.flush();
  const [requestCounts, addresses, limits, sessions, securityHealth] = await Promise.all([
    readRequestCounts(pg),
    readAddresses(pg),
    readLimits(pool),
    readSessions(pool),
    checkSecurity(ports, self),
  ]);
  return {
    attackDetection: {
      blockedAttacks24h: requestCounts.count('attack'),
      uniqueIPsBlocked: addresses.unique,
      lastAttackTime: requestCounts.last('attack')?.toISOString() ?? null,
      attackTypes: withLabels(requestCounts.countsByName('attack'), ATTACK_LABELS),
      topBlockedIPs: addresses.top,
    },
    rateLimitingStatus: {
      rateLimitHits24h: requestCounts.count('rate_limit'),
      isActive: true,
      windowSize: SIGN_IN_LIMITS.accountFromAddress.seconds / 60,
      requestLimit: SIGN_IN_LIMITS.accountFromAddress.points,
      activeLimits: limits.reduce((sum, { active }) => sum + active, 0),
      skipApiRoutes: true,
      limits: limits.map(({ counter, ...limit }) => ({
        ...limit,
        hits24h: counter === undefined ? null : requestCounts.count('rate_limit', counter),
      })),
    },
    securityHealth,
    authMetrics: { ...signInsOf(requestCounts), ...sessions },
  };
}

type NamedCounts = SecurityConfig['authMetrics']['patterns'];
const withLabels = (counts: NamedCounts, labels: Readonly<Record<string, string>>): NamedCounts =>
  counts.map(({ name, count }) => ({ name: labels[name] ?? name, count }));

function signInsOf(requestCounts: RequestCounts) {
  const successes = requestCounts.count('sign_in', 'succeeded');
  const failures = FAILED_OUTCOMES.reduce((sum, name) => sum + requestCounts.count('sign_in', name), 0);
  return {
    failedLogins24h: failures,
    successRate: successes + failures === 0 ? null : successes / (successes + failures),
    patterns: withLabels(requestCounts.countsByName('sign_in'), SIGN_IN_LABELS),
  };
}

async function readAddresses(pool: pg.Pool) {
  const { rows } = await pool.query<{ address: string; attempts: number; unique: number }>(
    `WITH blocked AS (
       SELECT digest, network, sum(attempts) AS attempts FROM api.blocked_address
       WHERE last_minute > now() - interval '24 hours' GROUP BY digest, network
     )
     SELECT network AS address, sum(attempts)::float8 AS attempts, (SELECT count(*)::int FROM blocked) AS unique
     FROM blocked GROUP BY network ORDER BY attempts DESC, network LIMIT $1`,
    [SHOWN_ADDRESSES],
  );
  return {
    unique: rows[0]?.unique ?? 0,
    top: rows.map(({ address, attempts }) => ({ address, attempts })),
  };
}

const activeKeys = z.object({ prefix: z.string(), active: z.number() });

/** Counts the active keys of each rate limit. */
async function readLimits(db: CommonQueryMethods) {
  const rows = await db.any(sql.type(activeKeys)`
    SELECT prefix, count(*)::int AS active FROM api.rate_limit
    JOIN ${sql.unnest(
      LIMITS.map(({ prefix }) => [prefix]),
      ['text'],
    )} AS named (prefix) ON starts_with(key, prefix)
    WHERE expire > extract(epoch FROM now()) * 1000 AND points > 0 GROUP BY prefix
  `);
  return LIMITS.map(({ prefix, points: requestLimit, seconds, ...limit }) => ({
    ...limit,
    requestLimit,
    windowSize: seconds / 60,
    active: rows.find((row) => row.prefix === prefix)?.active ?? 0,
  }));
}

const session = z.object({
  activeSessions: z.number(),
  lastOpened: z.string().nullable(),
  replayed: z.number(),
  strangers: z.number(),
});

/** Reads open sessions, their last cleanup (at each sign-in), and suspicious activity. */
async function readSessions(db: CommonQueryMethods) {
  const { activeSessions, lastOpened, replayed, strangers } = await db.one(sql.type(session)`
    SELECT
      (SELECT count(*)::int FROM api.session WHERE ended_at IS NULL AND expires_at > now()
       AND last_used_at > now() - make_interval(secs => ${INACTIVITY_MS / 1_000})) AS "activeSessions",
      (SELECT max(created_at) FROM api.session) AS "lastOpened",
      (SELECT count(*)::int FROM api.session
       WHERE ended_because = 'token_replayed' AND ended_at > now() - interval '24 hours') AS replayed,
      (SELECT count(*)::int FROM api.rate_limit WHERE starts_with(key, 'sign-in-strangers:')
       AND points >= ${SIGN_IN_LIMITS.accountFromAddress.points} AND expire > extract(epoch FROM now()) * 1000) AS strangers
  `);
  return {
    activeSessions,
    lastCleanup: lastOpened,
    suspiciousActivity: [
      { name: 'Sessions ended because a used refresh token was replayed', count: replayed },
      {
        name: `Email addresses with ${SIGN_IN_LIMITS.accountFromAddress.points} or more failed sign-ins from unrecognized browsers in the current one-hour window`,
        count: strangers,
      },
    ].filter(({ count }) => count > 0),
  };
}
