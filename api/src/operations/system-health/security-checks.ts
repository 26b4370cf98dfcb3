import { statSync } from 'node:fs';
import path from 'node:path';
import tls from 'node:tls';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { STAFF_USERS } from '../../identity/users/directory.ts';
import type { OperationsPorts } from '../ports.ts';
import type { SecurityConfig } from './status-contract.ts';

type Health = SecurityConfig['securityHealth'];
type Check = Health['checks'][number];
type SslStatus = Health['sslStatus'];

const TIMEOUT_MS = 3_000;
const EXPIRING_MS = 21 * 24 * 60 * 60_000;

/** Checks the security of this installation. `self` is this process's own address. */
export async function checkSecurity({ pool, config }: OperationsPorts, self: string): Promise<Health> {
  const isHttps = config.PUBLIC_URL?.startsWith('https:') ?? false;
  const [sslStatus, probe, accounts] = await Promise.all([
    sslStatusOf(config.PUBLIC_URL),
    probeSelf(self),
    readAccounts(pool),
  ]);
  const openFiles = readableSecrets(config.DATA_DIR);
  const headers = expectedHeaders(isHttps);
  const missingHeaders = probe && headers.filter(([, isPresent]) => !isPresent(probe.headers));
  const { staff, withTwoFactor, weakHashes } = accounts;
  const checks = [
    check('Encrypted connections', ...sslNotes(sslStatus)),
    check(
      'Security headers',
      missingHeaders && missingHeaders.length === 0,
      'All recommended headers are sent.',
      `Missing: ${missingHeaders?.map(([name]) => name).join(', ')}.`,
    ),
    check(
      'Sign-in required',
      probe && probe.status === 401,
      'A request for this page without a session is rejected.',
      'A request for this page without a session was not rejected.',
    ),
    check(
      'Password hashes',
      weakHashes === 0,
      'All passwords are hashed with argon2id.',
      `Passwords not hashed with argon2id: ${weakHashes}. Ask their owners to reset them.`,
    ),
    check(
      'Two-factor sign-in of staff',
      withTwoFactor === staff,
      'All staff have turned it on.',
      `${withTwoFactor} of ${staff} staff members have turned it on in their account settings.`,
    ),
    check(
      'Files with secrets',
      openFiles.length === 0,
      'Only the owner can read them.',
      `Other users of this machine can read ${openFiles.join(', ')}.`,
    ),
    check(
      'Private addresses',
      !config.CRAWL_ALLOW_PRIVATE,
      'The crawler does not fetch private addresses.',
      'CRAWL_ALLOW_PRIVATE lets the crawler fetch private addresses.',
    ),
    check(
      'Email',
      config.SMTP_URL !== undefined || !config.EMBEDDED,
      'Password links are emailed.',
      'Without SMTP_URL, email stays on this machine, where a SuperAdmin can read it.',
    ),
  ];
  const rated = checks.filter(({ status }) => status !== 'unknown');
  return {
    overallScore: rated.filter(({ status }) => status === 'pass').length / rated.length,
    sslStatus,
    headersScore: missingHeaders ? (headers.length - missingHeaders.length) / headers.length : null,
    checks,
  };
}

/** Returns a check; its status is unknown if `passes` is undefined because this process did not respond to its own request. */
function check(name: string, passes: boolean | undefined, passNote: string, failNote: string): Check {
  if (passes === undefined)
    return { name, status: 'unknown', note: 'The check could not reach this API. Refresh to try again.' };
  return { name, status: passes ? 'pass' : 'fail', note: passes ? passNote : failNote };
}

const SSL_NOTES: Record<SslStatus, string> = {
  valid: 'The certificate of PUBLIC_URL is trusted.',
  expiring: 'The certificate of PUBLIC_URL expires within three weeks.',
  invalid: 'The certificate of PUBLIC_URL is not trusted.',
  unreachable: 'PUBLIC_URL did not respond, so its certificate could not be checked.',
  off: 'PUBLIC_URL does not use https, so cookies are sent unencrypted.',
};
const sslNotes = (status: SslStatus) => [status === 'valid', SSL_NOTES.valid, SSL_NOTES[status]] as const;

/** Checks the certificate that the public address presents. */
export async function sslStatusOf(
  publicUrl: string | undefined,
  { ca, now = Date.now() }: { ca?: string; now?: number } = {},
): Promise<SslStatus> {
  const url = URL.parse(publicUrl ?? '');
  if (url?.protocol !== 'https:') return 'off';
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = tls.connect({
      host,
      port: Number(url.port || 443),
      // SNI takes host names only.
      ...(/[a-z]/i.test(host) && !host.includes(':') && { servername: host }),
      ...(ca !== undefined && { ca }),
      rejectUnauthorized: false,
      timeout: TIMEOUT_MS,
    });
    const end = (status: SslStatus) => {
      socket.destroy();
      resolve(status);
    };
    socket.once('timeout', () => end('unreachable')).once('error', () => end('unreachable'));
    socket.once('secureConnect', () => {
      if (!socket.authorized) return end('invalid');
      const expires = Date.parse(socket.getPeerCertificate().valid_to);
      end(expires - now < EXPIRING_MS ? 'expiring' : 'valid');
    });
  });
}

/** Returns this process's response to a request without a session; undefined if it does not respond. */
async function probeSelf(self: string): Promise<{ status: number; headers: Headers } | undefined> {
  try {
    const response = await fetch(`${self}/api/admin/security-config`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response;
  } catch {
    return undefined;
  }
}

type Expected = readonly [name: string, isPresent: (headers: Headers) => boolean];

/** Returns the OWASP secure headers that apply to the API. */
const expectedHeaders = (isHttps: boolean): Expected[] => [
  [
    'Content-Security-Policy',
    (all) => /frame-ancestors 'none'/.test(all.get('Content-Security-Policy') ?? ''),
  ],
  ['X-Content-Type-Options', (all) => all.get('X-Content-Type-Options') === 'nosniff'],
  ['X-Frame-Options', (all) => all.get('X-Frame-Options')?.toUpperCase() === 'DENY'],
  ['Referrer-Policy', (all) => all.has('Referrer-Policy')],
  ['Cross-Origin-Opener-Policy', (all) => all.get('Cross-Origin-Opener-Policy') === 'same-origin'],
  ['Cache-Control: no-store', (all) => all.get('Cache-Control') === 'no-store'],
  ['no X-Powered-By', (all) => !all.has('X-Powered-By')],
  ...(isHttps
    ? ([['Strict-Transport-Security', (all) => all.has('Strict-Transport-Security')]] satisfies Expected[])
    : []),
];

const account = z.object({ staff: z.number(), withTwoFactor: z.number(), weakHashes: z.number() });

const readAccounts = (db: CommonQueryMethods) =>
  db.one(sql.type(account)`
    SELECT count(*)::int AS staff, (count(*) FILTER (WHERE two_factor))::int AS "withTwoFactor",
      (SELECT count(*)::int FROM api.credential WHERE NOT starts_with(password_hash, '$argon2id$')) AS "weakHashes"
    FROM ${STAFF_USERS} AS staff WHERE active
  `);

const SECRETS = [
  'jwt-secret',
  'superadmin.json',
  'demo.json',
  'anchor-key.pem',
  'services.json', // the database URL contains its password
  'postgres/password',
];

/** Returns the secret files in DATA_DIR that other users can read. */
function readableSecrets(dataDir: string): string[] {
  const modeOf = (name: string) => statSync(path.join(dataDir, name), { throwIfNoEntry: false })?.mode ?? 0;
  return SECRETS.filter((name) => (modeOf(name) & 0o077) !== 0);
}
