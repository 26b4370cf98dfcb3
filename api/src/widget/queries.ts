import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { branding, DEFAULT_BRANDING } from '../branding/contract.ts';
import { liveGeneration } from '../live-generation.ts';
import {
  DEFAULT_CONFIGURATION,
  DEFAULT_SECURITY,
  type TemplatesAnswer,
  type VersionsAnswer,
  widgetConfiguration,
} from './contract.ts';

const liveWidget = z.object({
  client_id: z.string(),
  name: z.string(),
  primary_domain: z.string().nullable(),
  authorized_domains: z.array(z.string()),
  in_use: z.boolean(),
  branding: branding.nullable(),
  configuration: widgetConfiguration.nullable(),
  version_branding: branding.nullable(),
  version_configuration: widgetConfiguration.nullable(),
  global_branding: branding.nullable(),
  rate_limit_per_minute: z.number().nullable(),
  token_expiry_minutes: z.number().nullable(),
  secret_generation: z.number().nullable(),
});

/** A client's widget as visitors get it. */
export interface LiveWidget {
  clientId: string;
  clientName: string;
  /** False: the client is closed or inactive, or has no assistant. */
  inUse: boolean;
  domains: { primary_domain: string | null; authorized_domains: readonly string[] };
  branding: z.output<typeof branding>;
  configuration: z.output<typeof widgetConfiguration>;
  rateLimitPerMinute: number;
  tokenExpiryMinutes: number;
  secretGeneration: number | null;
}

/**
 * What a site gets to load: the version asked for, else the client's default version, else the widget as it is set up
 * now. Whether the client is in use is what holds at this moment (`api.client_access`), not what a read model has heard.
 */
export async function liveWidgetOf(
  db: CommonQueryMethods,
  clientId: string,
  versionId?: string,
): Promise<LiveWidget | undefined> {
  const found = await db.maybeOne(sql.type(liveWidget)`
    SELECT client.client_id, client.name, client.primary_domain,
      coalesce(client.authorized_domains, '{}') AS authorized_domains,
      coalesce(access.in_use, client.active AND client.closed_at IS NULL)
        AND coalesce(access.has_ai_assistant, client.has_ai_assistant) AS in_use,
      widget.branding, widget.configuration, version.branding AS version_branding,
      version.configuration AS version_configuration, global.branding AS global_branding,
      widget.rate_limit_per_minute, widget.token_expiry_minutes, widget.secret_generation
    FROM read.client
    LEFT JOIN api.client_access AS access ON access.client_id = client.client_id
    LEFT JOIN read.widget
      ON widget.generation = ${liveGeneration('widgets')} AND widget.client_id = client.client_id
    LEFT JOIN read.widget_version AS version
      ON version.generation = ${liveGeneration('widgets')} AND version.client_id = client.client_id
      AND version.version_id = coalesce(${versionId ?? null}, widget.default_version_id)
    LEFT JOIN read.global_branding AS global ON global.generation = ${liveGeneration('widgets')}
    WHERE client.generation = ${liveGeneration('clients')} AND client.client_id = ${clientId}
  `);
  if (!found) return undefined;
  return {
    clientId: found.client_id,
    clientName: found.name,
    inUse: found.in_use,
    domains: { primary_domain: found.primary_domain, authorized_domains: found.authorized_domains },
    branding: found.version_branding ?? found.branding ?? found.global_branding ?? DEFAULT_BRANDING,
    configuration: found.version_configuration ?? found.configuration ?? DEFAULT_CONFIGURATION,
    rateLimitPerMinute: found.rate_limit_per_minute ?? DEFAULT_SECURITY.rateLimitPerMinute,
    tokenExpiryMinutes: found.token_expiry_minutes ?? DEFAULT_SECURITY.tokenExpiryMinutes,
    secretGeneration: found.secret_generation,
  };
}

const version = z.object({
  version_id: z.string(),
  description: z.string(),
  branding,
  configuration: widgetConfiguration,
  created_at: z.number(),
  created_by: z.string().nullable(),
});

const iso = (at: number) => new Date(at).toISOString();

/** A client's versions, newest first, and which of them its sites get. */
export async function versionsOf(db: CommonQueryMethods, clientId: string): Promise<VersionsAnswer> {
  const [versions, defaultVersionId] = await Promise.all([
    db.any(sql.type(version)`
      SELECT version_id, description, branding, configuration, v.created_at,
        coalesce(btrim(staff.first_name || ' ' || staff.last_name), '') AS created_by
      FROM read.widget_version AS v
      LEFT JOIN read.staff_user AS staff
        ON staff.generation = ${liveGeneration('staff')} AND staff.user_id = v.created_by
      WHERE v.generation = ${liveGeneration('widgets')} AND v.client_id = ${clientId}
      ORDER BY v.created_at DESC, version_id
    `),
    db.maybeOneFirst(sql.type(z.object({ default_version_id: z.string().nullable() }))`
      SELECT default_version_id FROM read.widget
      WHERE generation = ${liveGeneration('widgets')} AND client_id = ${clientId}
    `),
  ]);
  return {
    versions: versions.map((each) => ({
      versionId: each.version_id,
      description: each.description,
      branding: each.branding,
      configuration: each.configuration,
      createdAt: iso(each.created_at),
      createdBy: each.created_by || null,
    })),
    defaultVersionId,
  };
}

const template = z.object({
  revision: z.number(),
  script: z.string(),
  style: z.string(),
  saved_at: z.number(),
  saved_by: z.string().nullable(),
});

/** Earlier templates that are listed. */
const EARLIER = 20;

export async function templatesOf(db: CommonQueryMethods): Promise<TemplatesAnswer> {
  const rows = await db.any(sql.type(template)`
    SELECT revision, script, style, saved_at, btrim(staff.first_name || ' ' || staff.last_name) AS saved_by
    FROM read.widget_template AS t
    LEFT JOIN read.staff_user AS staff
      ON staff.generation = ${liveGeneration('staff')} AND staff.user_id = t.saved_by
    WHERE t.generation = ${liveGeneration('widgets')}
    ORDER BY revision DESC LIMIT ${EARLIER + 1}
  `);
  const [current, ...earlier] = rows.map(({ saved_at, saved_by, ...rest }) => ({
    ...rest,
    savedAt: iso(saved_at),
    savedBy: saved_by,
  }));
  return {
    current: current ?? { revision: 0, script: '', style: '', savedAt: null, savedBy: null },
    earlier,
  };
}
