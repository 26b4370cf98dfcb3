import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { type Client, isInUse } from '../../clients/clients/client.ts';
import { constantTimeEquals } from '../../platform/constant-time-equals.ts';
import { linkInvalid } from '../../platform/errors.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { answerQuality } from './answer-quality.ts';
import { analyticsQuery, type ShareableReport } from './contract.ts';
import { usageAnalytics } from './usage.ts';
import { isFiltered, type View } from './view.ts';

/** Returns a report for sharing, which contains figures but nothing that visitors wrote (spec 002 §3). */
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

const reportClaims = analyticsQuery.extend({
  clientId: z.string(),
  expiresAt: z.iso.datetime(),
  /** Missing in links of earlier releases; every revocation covers them. */
  issuedAt: z.iso.datetime().default(new Date(0).toISOString()),
});
type Claims = z.output<typeof reportClaims>;

/** Returns the signed token of a report link, which contains the query and the expiry. */
export function reportToken(secrets: Secrets, claims: Claims): string {
  const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${text}.${signatureOf(secrets, text).toString('base64url')}`;
}

/** Returns the claims of a token. Throws if it is forged or expired, which visitors cannot tell apart (spec 000 §2). */
export function readReportToken(secrets: Secrets, token: string, now: Date): Claims {
  const [text = '', signature = ''] = token.split('.');
  if (!constantTimeEquals(Buffer.from(signature, 'base64url'), signatureOf(secrets, text)))
    throw linkInvalid();
  const claims = reportClaims.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  if (Date.parse(claims.expiresAt) <= now.getTime()) throw linkInvalid();
  return claims;
}

/** Throws if the link was issued before the last revocation. */
export function assertNotRevoked({ issuedAt }: Pick<Claims, 'issuedAt'>, revokedUntil: number): void {
  if (Date.parse(issuedAt) <= revokedUntil) throw linkInvalid();
}

/** Throws if the client is inactive or lacks the assistant, because it could not revoke its links. */
export function assertHasAssistant(state: Client): void {
  if (!isInUse(state) || !state?.has_ai_assistant) throw linkInvalid();
}

const signatureOf = (secrets: Secrets, text: string) => secrets.hmac('analytics report', text);
