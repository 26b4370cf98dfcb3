import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { CLIENTS } from '../../clients/clients/queries.ts';
import { STAFF_USERS } from '../../identity/users/directory.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import { branding, DEFAULT_BRANDING } from '../branding/contract.ts';
import {
  DEFAULT_CONFIGURATION,
  DEFAULT_SECURITY,
  type TemplatesResponse,
  type VersionsResponse,
  widgetConfiguration,
  widgetTemplate,
  widgetVersion,
} from './contract.ts';

const liveWidget = z.object({
  client_id: z.string(),
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

/** A client's widget as visitors load it. */
export interface LiveWidget {
  clientId: string;
  /** False if the client is closed, inactive or without the assistant. */
  inUse: boolean;
  domains: { primary_domain: string | null; authorized_domains: readonly string[] };
  branding: z.output<typeof branding>;
  configuration: z.output<typeof widgetConfiguration>;
  rateLimitPerMinute: number;
  tokenExpiryMinutes: number;
  secretGeneration: number | null;
}

/**
 * Returns the requested version if it exists, else the default version, else the current widget. `inUse` comes from
 * `api.client_access`, which is not delayed like a read model.
 */
export async function liveWidgetOf(
  db: CommonQueryMethods,
  clientId: string,
  versionId?: string,
): Promise<LiveWidget | undefined> {
  const requested = versionId ?? null;
  const row = await db.maybeOne(sql.type(liveWidget)`
    SELECT client.client_id, client.primary_domain,
      coalesce(client.authorized_domains, '{}') AS authorized_domains,
      coalesce(access.in_use, client.active AND client.closed_at IS NULL)
        AND coalesce(access.has_ai_assistant, client.has_ai_assistant) AS in_use,
      widget.branding, widget.configuration, version.branding AS version_branding,
      version.configuration AS version_configuration, global.branding AS global_branding,
      widget.rate_limit_per_minute, widget.token_expiry_minutes, widget.secret_generation
    FROM ${CLIENTS} AS client
    LEFT JOIN api.client_access AS access ON access.client_id = client.client_id
    LEFT JOIN read.widget
      ON widget.generation = ${liveGeneration('widgets')} AND widget.client_id = client.client_id
    LEFT JOIN LATERAL (
      SELECT branding, configuration FROM read.widget_version
      WHERE generation = ${liveGeneration('widgets')} AND client_id = client.client_id
        AND version_id IN (${requested}, widget.default_version_id)
      ORDER BY version_id = ${requested} DESC LIMIT 1
    ) AS version ON true
    LEFT JOIN read.global_branding AS global ON global.generation = ${liveGeneration('widgets')}
    WHERE client.client_id = ${clientId}
  `);
  if (!row) return undefined;
  return {
    clientId: row.client_id,
    inUse: row.in_use,
    domains: { primary_domain: row.primary_domain, authorized_domains: row.authorized_domains },
    branding: row.version_branding ?? row.branding ?? row.global_branding ?? DEFAULT_BRANDING,
    configuration: row.version_configuration ?? row.configuration ?? DEFAULT_CONFIGURATION,
    rateLimitPerMinute: row.rate_limit_per_minute ?? DEFAULT_SECURITY.rateLimitPerMinute,
    tokenExpiryMinutes: row.token_expiry_minutes ?? DEFAULT_SECURITY.tokenExpiryMinutes,
    secretGeneration: row.secret_generation,
  };
}

/** Returns a client's versions, newest first, and its default version. */
export async function versionsOf(db: CommonQueryMethods, clientId: string): Promise<VersionsResponse> {
  const [versions, defaultVersionId] = await Promise.all([
    db.any(sql.type(widgetVersion)`
      SELECT version_id AS "versionId", description, branding, configuration, v.created_at AS "createdAt",
        nullif(btrim(staff.first_name || ' ' || staff.last_name), '') AS "createdBy"
      FROM read.widget_version AS v
      LEFT JOIN ${STAFF_USERS} AS staff ON staff.user_id = v.created_by
      WHERE v.generation = ${liveGeneration('widgets')} AND v.client_id = ${clientId}
      ORDER BY v.created_at DESC, version_id
    `),
    db.maybeOneFirst(sql.type(z.object({ default_version_id: z.string().nullable() }))`
      SELECT default_version_id FROM read.widget
      WHERE generation = ${liveGeneration('widgets')} AND client_id = ${clientId}
    `),
  ]);
  return { versions: [...versions], defaultVersionId };
}

/** Maximum number of earlier templates listed. */
const MAX_EARLIER = 20;

/** Returns the code appended to every widget, and earlier versions of it. */
export async function templatesOf(db: CommonQueryMethods): Promise<TemplatesResponse> {
  const [current, ...earlier] = await db.any(sql.type(widgetTemplate)`
    SELECT revision, script, style, saved_at AS "savedAt",
      btrim(staff.first_name || ' ' || staff.last_name) AS "savedBy"
    FROM read.widget_template AS t
    LEFT JOIN ${STAFF_USERS} AS staff ON staff.user_id = t.saved_by
    WHERE t.generation = ${liveGeneration('widgets')}
    ORDER BY revision DESC LIMIT ${MAX_EARLIER + 1}
  `);
  return {
    current: current ?? { revision: 0, script: '', style: '', savedAt: null, savedBy: null },
    earlier,
  };
}
