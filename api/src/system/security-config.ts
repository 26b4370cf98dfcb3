import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { INACTIVITY_MS, SIGN_IN_LIMITS } from '../identity/constants.ts';
import type { SecurityConfig } from './contract.ts';

type Settings = Pick<
  Config,
  'PUBLIC_URL' | 'CRAWL_ALLOW_PRIVATE' | 'SMTP_URL' | 'SUPERADMIN_PASSWORD' | 'EMBEDDED'
>;

const counted = z.object({
  blockedNow: z.number(),
  activeLimits: z.number(),
  failedLogins: z.number(),
  replayedTokens24h: z.number(),
  activeSessions: z.number(),
  signIns24h: z.number(),
  staff: z.number(),
  withTwoFactor: z.number(),
});

/** Keys of the limits of the sign-in, as the limiter writes them, and how many points each has. */
const LIMITS = sql.unnest(
  Object.entries(SIGN_IN_LIMITS).map(([name, { points }]) => [`sign-in-${name}:`, points]),
  ['text', 'int4'],
);

/** How sign-in and requests are protected: counted from sessions and limits, and read off the configuration. */
export async function readSecurityConfig(db: CommonQueryMethods, config: Settings): Promise<SecurityConfig> {
  const figures = await db.one(sql.type(counted)`
    WITH counting AS (
      SELECT key, points, allowed FROM api.rate_limit JOIN ${LIMITS} AS named (prefix, allowed)
        ON starts_with(key, prefix)
      WHERE expire > extract(epoch FROM now()) * 1000 AND points > 0
    )
    SELECT
      (SELECT count(*)::int FROM counting WHERE points > allowed) AS "blockedNow",
      (SELECT count(*)::int FROM counting) AS "activeLimits",
      (SELECT coalesce(sum(points), 0)::int FROM counting WHERE starts_with(key, 'sign-in-address:'))
        AS "failedLogins",
      (SELECT count(*)::int FROM api.session
       WHERE ended_because = 'token_replayed' AND ended_at > now() - interval '24 hours') AS "replayedTokens24h",
      (SELECT count(*)::int FROM api.session WHERE ended_at IS NULL AND expires_at > now()
       AND last_used_at > now() - make_interval(secs => ${INACTIVITY_MS / 1_000})) AS "activeSessions",
      (SELECT count(*)::int FROM api.session WHERE created_at > now() - interval '24 hours') AS "signIns24h",
      (SELECT count(*)::int FROM read.staff_user WHERE active
       AND generation = (SELECT live_generation FROM read.projector WHERE name = 'staff')) AS staff,
      (SELECT count(*)::int FROM read.staff_user WHERE active AND two_factor
       AND generation = (SELECT live_generation FROM read.projector WHERE name = 'staff')) AS "withTwoFactor"
  `);
  const { blockedNow, replayedTokens24h, activeLimits, activeSessions, signIns24h, failedLogins } = figures;
  const checks = checksOf(config, figures);
  return {
    attackDetection: { blockedNow, replayedTokens24h },
    rateLimitingStatus: {
      isActive: true,
      windowSize: SIGN_IN_LIMITS.account.seconds / 60,
      requestLimit: SIGN_IN_LIMITS.account.points,
      activeLimits,
    },
    securityHealth: {
      overallScore: checks.filter(({ status }) => status === 'pass').length / checks.length,
      checks,
    },
    authMetrics: { activeSessions, signIns24h, failedLogins },
  };
}

/** What an installation can do better, each with what to do about it. */
function checksOf(
  config: Settings,
  { staff, withTwoFactor }: { staff: number; withTwoFactor: number },
): SecurityConfig['securityHealth']['checks'] {
  const check = (name: string, passes: boolean, good: string, bad: string) => ({
    name,
    status: passes ? ('pass' as const) : ('fail' as const),
    note: passes ? good : bad,
  });
  return [
    check(
      'Encrypted connections',
      config.PUBLIC_URL?.startsWith('https:') ?? false,
      'Cookies are secure, browsers keep to https.',
      'PUBLIC_URL is not https: cookies travel in the clear.',
    ),
    check(
      'Two-factor sign-in of staff',
      withTwoFactor === staff,
      'Everybody on the staff has turned it on.',
      `${withTwoFactor} of ${staff} have turned it on, each in their account.`,
    ),
    check(
      'Private addresses',
      !config.CRAWL_ALLOW_PRIVATE,
      'The crawler does not fetch them.',
      'CRAWL_ALLOW_PRIVATE lets the crawler fetch them.',
    ),
    check(
      'Mail',
      config.SMTP_URL !== undefined || !config.EMBEDDED,
      'Links for passwords are mailed.',
      'Without SMTP_URL mail stays on this machine, readable by its SuperAdmin.',
    ),
  ];
}
