import type { ErasedKind } from '@landline/event-schemas';
import { ERASED } from '@landline/event-schemas/personal';
import type { ReadModel } from '@landline/event-schemas/read-models';
import type pg from 'pg';
import { CLIENT_USERS, CLIENTS } from '../../clients/clients/queries.ts';
import { STAFF_USERS } from '../../identity/users/directory.ts';
import { paginationOf } from '../../platform/http/pagination.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import type { FindBy, FoundPeople, FoundPerson, Retentions } from './contract.ts';

const live = (model: ReadModel) => `generation = ${liveGeneration(model).sql}`;

const BY_EMAIL = `
  SELECT 'staffUser' AS kind, user_id AS id, role AS about, created_at AS since FROM ${STAFF_USERS.sql} AS staff
  WHERE lower(email) = lower($1)
  UNION ALL
  SELECT 'clientUser', user_id, (SELECT name FROM ${CLIENTS.sql} AS client WHERE client.client_id = u.client_id), created_at
  FROM ${CLIENT_USERS.sql} AS u WHERE lower(email) = lower($1)
  UNION ALL
  SELECT 'contactRequest', request_id, NULL, submitted_at FROM read.contact_request
  WHERE ${live('inbox')} AND lower(email) = lower($1)
  UNION ALL
  SELECT 'newsletterSubscriber', subscriber_id, status, changed_at FROM read.newsletter_subscriber
  WHERE ${live('inbox')} AND lower(email) = lower($1)
  UNION ALL
  SELECT 'leftMessage', message_id, domain, left_at FROM read.left_message
  WHERE ${live('conversations')} AND lower(email) = lower($1)
  UNION ALL
  SELECT 'conversation', conversation_id, domain, started_at FROM read.conversation
  JOIN api.subject_key ON subject = 'conversation:' || conversation_id -- not erased
  WHERE ${live('conversations')} AND (lower(user_id) = lower($1) OR conversation_id IN (
    SELECT conversation_id FROM read.left_message WHERE ${live('conversations')} AND lower(email) = lower($1)))
  UNION ALL
  SELECT 'contentRequest', request_id, url, created_at FROM read.content_request
  WHERE ${live('content-requests')} AND description NOT IN ('', '${ERASED}') AND requested_by IN (
    SELECT user_id FROM ${STAFF_USERS.sql} AS staff WHERE lower(email) = lower($1)
    UNION ALL SELECT user_id FROM ${CLIENT_USERS.sql} AS users WHERE lower(email) = lower($1))`;

const BY_PROPERTY = `
  SELECT 'owner' AS kind, id::text AS id, concat_ws(', ', owner_name, street_address, apn) AS about,
    imported_at AS since FROM read.candidate
  WHERE ${live('candidates')} AND owner_name <> '${ERASED}' AND (id::text = lower($1) OR lower(apn) = lower($1)
    OR position(lower($1) IN lower(owner_name)) > 0 OR position(lower($1) IN lower(street_address)) > 0)`;

/** Only finished imports: a running one may still store rows. */
const BY_IMPORT = `
  SELECT 'import' AS kind, import_id AS id, file_name AS about, started_at AS since FROM read.dataset_import AS file
  WHERE ${live('datasets')} AND finished_at IS NOT NULL AND EXISTS (
    SELECT FROM read.rejected_row AS row
    WHERE row.generation = file.generation AND row.import_id = file.import_id AND raw NOT IN ('', '${ERASED}')
      AND (file.import_id = lower($1) OR position(lower($1) IN lower(file_name)) > 0
        OR position(lower($1) IN lower(raw)) > 0))`;

const FIND: Readonly<Record<FindBy, string>> = {
  email: BY_EMAIL,
  property: BY_PROPERTY,
  import: BY_IMPORT,
};

const PAGE_SIZE = 50;

/** Returns a page of the records that mention a person and are not erased, newest first. */
export async function findPeople(
  db: pg.Pool,
  { by, sought, page }: { by: FindBy; sought: string; page: number },
): Promise<FoundPeople> {
  const found = `FROM (${FIND[by]}) AS found`;
  const [{ rows }, counted] = await Promise.all([
    db.query<Omit<FoundPerson, 'since'> & { since: Date }>(
      `SELECT * ${found} ORDER BY since DESC, kind, id LIMIT ${PAGE_SIZE} OFFSET $2`,
      [sought, (page - 1) * PAGE_SIZE],
    ),
    // Counted separately, since a page past the last has no rows.
    db.query<{ total: number }>(`SELECT count(*)::int AS total ${found}`, [sought]),
  ]);
  return {
    data: rows.map(({ since, ...row }) => ({ ...row, since: since.toISOString() })),
    pagination: paginationOf({ page, limit: PAGE_SIZE }, counted.rows[0]?.total ?? 0),
  };
}

const QUOTING_REQUESTS = `
  SELECT DISTINCT 'contentRequest:' || request_id AS subject
  FROM read.exchange JOIN read.content_request AS request
    ON request.client_id = exchange.client_id AND request.description = 'Visitors ask: ' || btrim(exchange.question)
  WHERE exchange.generation = ${liveGeneration('conversations').sql}
    AND request.generation = ${liveGeneration('content-requests').sql} AND conversation_id = ANY($1)`;

/**
 * Returns the subjects of content requests that quote questions of these conversations. Only earlier releases created such
 * requests, from gaps.
 */
export async function contentRequestsQuoting(
  db: pg.Pool,
  conversations: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ subject: string }>(QUOTING_REQUESTS, [conversations]);
  return rows.map(({ subject }) => subject);
}

interface ErasureRow {
  erasure_id: string;
  kind: ErasedKind;
  person_id: string;
  reference: string;
  status: 'requested' | 'erasing' | 'erased' | 'declined';
  requested_at: Date;
  requested_by: string;
  decided_at: Date | null;
  decided_by: string | null;
  erased_at: Date | null;
}

/** Returns the last 500 requests, newest first. */
export async function listErasures(db: pg.Pool): Promise<ErasureRow[]> {
  const { rows } = await db.query<ErasureRow>(
    `SELECT * FROM read.erasure WHERE ${live('erasures')} ORDER BY requested_at DESC LIMIT 500`,
  );
  return rows;
}

/** Returns the ids of the requests for this data that are neither declined nor done. */
export async function openErasures(db: pg.Pool, kind: ErasedKind, personId: string): Promise<string[]> {
  const { rows } = await db.query<{ erasure_id: string }>(
    `SELECT erasure_id FROM read.erasure
     WHERE ${live('erasures')} AND kind = $1 AND person_id = $2 AND status IN ('requested', 'erasing')`,
    [kind, personId],
  );
  return rows.map(({ erasure_id }) => erasure_id);
}

/** Returns all clients with their conversation retention. */
export async function listRetentions(db: pg.Pool): Promise<Retentions> {
  const { rows } = await db.query<Retentions[number]>(
    `SELECT client.client_id AS "clientId", client.name AS "clientName", days FROM ${CLIENTS.sql} AS client
     LEFT JOIN (SELECT client_id, days FROM read.conversation_retention WHERE ${live('erasures')}) AS kept USING (client_id)
     ORDER BY name`,
  );
  return rows;
}

/** Returns the clients that have ever set a retention. */
export async function clientsWithRetention(db: pg.Pool): Promise<string[]> {
  const { rows } = await db.query<{ client_id: string }>(
    `SELECT client_id FROM read.conversation_retention WHERE ${live('erasures')} ORDER BY client_id`,
  );
  return rows.map(({ client_id }) => client_id);
}

interface OutdatedQuery {
  readonly clientId: string;
  readonly days: number;
  readonly limit: number;
}

/** Returns a client's conversations and left messages that are older than `days` and not yet erased. */
export async function findOutdated(
  db: pg.Pool,
  { clientId, days, limit }: OutdatedQuery,
): Promise<{ kind: 'conversation' | 'leftMessage'; id: string }[]> {
  const { rows } = await db.query<{ kind: 'conversation' | 'leftMessage'; id: string }>(
    `WITH outdated AS (
       SELECT 'conversation' AS kind, conversation_id AS id, last_at AS at FROM read.conversation
       WHERE ${live('conversations')} AND client_id = $1 AND last_at < now() - make_interval(days => $2)
       UNION ALL
       SELECT 'leftMessage', message_id, left_at FROM read.left_message
       WHERE ${live('conversations')} AND client_id = $1 AND left_at < now() - make_interval(days => $2))
     SELECT kind, id FROM outdated JOIN api.subject_key ON subject = kind || ':' || id ORDER BY at LIMIT $3`,
    [clientId, days, limit],
  );
  return rows;
}
