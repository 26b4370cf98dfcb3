import { stat } from 'node:fs/promises';
import path from 'node:path';
import tls from 'node:tls';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { liveGeneration } from '../live-generation.ts';
import type { SecurityConfig } from './contract.ts';

type Health = SecurityConfig['securityHealth'];
type Check = Health['checks'][number];
type SslStatus = Health['sslStatus'];

const ANSWER_MS = 3_000;
const EXPIRING_MS = 21 * 24 * 60 * 60_000;

/** What an installation can do better, each looked at now, with what to do about it. `self` is this process's own address. */
export async function checkSecurity({ pool, config }: Deps, self: string): Promise<Health> {
  const isHttps = config.PUBLIC_URL?.startsWith('https:') ?? false;
  const [sslStatus, probe, accounts, openFiles] = await Promise.all([
    sslStatusOf(config.PUBLIC_URL),
    probeSelf(self),
    readAccounts(pool),
    readableSecrets(config.DATA_DIR),
  ]);
  const headers = expectedHeaders(isHttps);
  const missing = headers.filter(([, isThere]) => !isThere(probe?.headers ?? new Headers()));
  const { staff, withTwoFactor, weakHashes } = accounts;
  const checks = [
    check('Encrypted connections', ...sslWords(sslStatus)),
    check(
      'Security headers',
      missing.length === 0,
      'This process sends all that were asked for.',
      `Missing: ${missing.map(([name]) => name).join(', ')}.`,
    ),
    check(
      'Sign-in required',
      probe?.status === 401,
      'This page was asked for without a session, and refused.',
      'This page was asked for without a session, and not refused.',
    ),
    check(
      'Password hashes',
      weakHashes === 0,
      'All are argon2id.',
      `${weakHashes} are not argon2id: those passwords should be set anew.`,
    ),
    check(
      'Two-factor sign-in of staff',
      withTwoFactor === staff,
      'Everybody on the staff has turned it on.',
      `${withTwoFactor} of ${staff} have turned it on, each in their account.`,
    ),
    check(
      'Files with secrets',
      openFiles.length === 0,
      'Only their owner can read them.',
      `Others on this machine can read ${openFiles.join(', ')}.`,
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
  return {
    overallScore: checks.filter(({ status }) => status === 'pass').length / checks.length,
    sslStatus,
    headersScore: (headers.length - missing.length) / headers.length,
    checks,
  };
}

const check = (name: string, passes: boolean, good: string, bad: string): Check => ({
  name,
  status: passes ? 'pass' : 'fail',
  note: passes ? good : bad,
});

const SSL_WORDS: Record<SslStatus, string> = {
  valid: 'PUBLIC_URL shows a certificate that is trusted; browsers keep to https.',
  expiring: 'The certificate of PUBLIC_URL expires within three weeks.',
  invalid: 'The certificate of PUBLIC_URL is not trusted.',
  unreachable: 'PUBLIC_URL did not answer this machine: its certificate could not be looked at.',
  off: 'PUBLIC_URL is not https: cookies travel in the clear.',
};
const sslWords = (status: SslStatus) => [status === 'valid', SSL_WORDS.valid, SSL_WORDS[status]] as const;

/** Shakes hands with the address that people use, and looks at the certificate that it shows. */
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
      // A name alone: an address is not sent.
      ...(/[a-z]/i.test(host) && !host.includes(':') && { servername: host }),
      ...(ca !== undefined && { ca }),
      rejectUnauthorized: false,
      timeout: ANSWER_MS,
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

/** What this process answers to somebody without a session; undefined when it does not. */
async function probeSelf(self: string): Promise<{ status: number; headers: Headers } | undefined> {
  try {
    const answer = await fetch(`${self}/api/admin/security-config`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await answer.body?.cancel();
    return answer;
  } catch {
    return undefined; // told by the checks: nothing was sent, nothing was refused
  }
}

type Expected = readonly [name: string, isThere: (headers: Headers) => boolean];

/** OWASP's secure headers, as far as they concern us. */
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
    FROM read.staff_user WHERE active
      AND generation = ${liveGeneration('staff')}
  `);

const SECRETS = ['jwt-secret', 'superadmin.json', 'demo.json', 'anchor-key.pem'];

/** Files with secrets in DATA_DIR that more than their owner may read. */
async function readableSecrets(dataDir: string): Promise<string[]> {
  const modes = await Promise.all(
    SECRETS.map((name) =>
      stat(path.join(dataDir, name)).then(
        ({ mode }) => mode,
        () => 0,
      ),
    ),
  );
  return SECRETS.filter((_, index) => ((modes[index] ?? 0) & 0o077) !== 0);
}
