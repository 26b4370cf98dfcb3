import { timingSafeEqual } from 'node:crypto';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { type Client, isInUse } from '../clients/client.ts';
import { DomainError } from '../errors.ts';
import type { Secrets } from '../secrets.ts';
import { analyticsQuery, type ShareableReport } from './contract.ts';
import { answerQuality } from './quality.ts';
import { usageAnalytics } from './usage.ts';
import { isFiltered, type View } from './view.ts';

/** What can be shown to others: figures, and nothing that anybody wrote (spec 002 §3). */
export async function shareableReport(db: CommonQueryMethods, view: View): Promise<ShareableReport> {
  const [usage, quality] = await Promise.all([usageAnalytics(db, view), answerQuality(db, view)]);
  const { billing_info: billing, usage_stats, daily_usage, load_stats } = usage;
  const { totalResponses, averageScore, averageConfidence, qualityDistribution, thumbs_up, thumbs_down } =
    quality;
  return {
    client_name: view.clientName ?? '',
    report_period: { timeframe: view.query.timeframe, from: view.from, to: view.to },
    generated_at: new Date().toISOString(),
    filter: { filterContent: isFiltered(view.query), filterLevel: view.query.filterLevel },
    billing_summary: {
      month: view.to.slice(0, 7),
      billable_messages_used: usage.ai_messages_this_month ?? 0,
      included_messages: billing?.included_messages ?? null,
      usage_percentage: billing?.usage_percentage ?? null,
      overage_cost: billing?.overage_cost ?? 0,
    },
    usage_stats,
    daily_usage,
    load_stats,
    answer_quality: {
      totalResponses,
      averageScore,
      averageConfidence,
      qualityDistribution,
      thumbs_up,
      thumbs_down,
    },
  };
}

const claims = analyticsQuery.extend({
  clientId: z.string(),
  expiresAt: z.iso.datetime(),
  /** Of links from before they could be revoked it is not known: any revocation reaches them. */
  issuedAt: z.iso.datetime().default(new Date(0).toISOString()),
});
type Claims = z.output<typeof claims>;

/** What is behind a link to a report, signed by us: it says all by itself what is shown, and until when. */
export function reportToken(secrets: Secrets, claimed: Claims): string {
  const text = Buffer.from(JSON.stringify(claimed)).toString('base64url');
  return `${text}.${proofOf(secrets, text).toString('base64url')}`;
}

/** Throws when it is forged, or expired by `now`. */
export function readReportToken(secrets: Secrets, token: string, now: Date): Claims {
  const [text = '', proof = ''] = token.split('.');
  const given = Buffer.from(proof, 'base64url');
  const expected = proofOf(secrets, text);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw linkExpired();
  const claimed = claims.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  if (Date.parse(claimed.expiresAt) <= now.getTime()) throw linkExpired();
  return claimed;
}

/** Throws as if it had expired when the links of that time were revoked. */
export function refuseRevoked({ issuedAt }: Pick<Claims, 'issuedAt'>, revokedUntil: number): void {
  if (Date.parse(issuedAt) <= revokedUntil) throw linkExpired();
}

/** Throws as if it had expired when its client is served no longer: then nobody can revoke its links. */
export function refuseUnlessServed(state: Client): void {
  if (!isInUse(state) || !state?.has_ai_assistant) throw linkExpired();
}

const proofOf = (secrets: Secrets, text: string) => secrets.hmac('analytics report', text);

/** A forged link and an old one are told apart by nobody. Spec 000 §2. */
const linkExpired = () =>
  new DomainError('not_found', 'LINK_INVALID', 'The link you followed is invalid or has expired.');
