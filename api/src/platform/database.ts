import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import type { Logger } from 'pino';
import {
  createPool,
  createTypeParserPreset,
  type DatabasePool,
  type Interceptor,
  SchemaValidationError,
} from 'slonik';

const MAX_CONNECTIONS = 10;
const STATEMENT_MS = 30_000;
/**
 * Time before an idle connection is closed, in milliseconds. Long, because connecting takes about 5 ms of CPU time and delays
 * a request.
 */
const IDLE_MS = 60_000;

/** Parses timestamps to ISO 8601 as in responses, so that a response's schema also describes its rows. */
const TIMESTAMP = { name: 'timestamptz', parse: (text: string) => new Date(text).toISOString() };

/**
 * Connects the Slonik pool. The API sets no session state, so connections are not reset on release: a reset would cost each
 * query a round trip and its prepared statements.
 */
export function connectDatabase(url: string, options: { checkRows: boolean }): Promise<DatabasePool> {
  const { dsn, ssl } = separateTls(url);
  const create = () =>
    createPool(dsn, {
      ...(ssl && { ssl }),
      maxPoolSize: MAX_CONNECTIONS,
      idleTimeout: IDLE_MS,
      statementTimeout: STATEMENT_MS,
      resetConnection: async () => {},
      typeParsers: [...createTypeParserPreset(), TIMESTAMP],
      interceptors: options.checkRows ? [validateRows] : [],
    });
  return withErrorListener(create);
}

/**
 * Adds an error listener to every client on which `create` calls `connect` before its first await. Slonik loads the
 * database's types on a client without a listener, so a broken connection would end the process. The query in progress
 * rejects anyway.
 */
function withErrorListener<T>(create: () => T): T {
  const { connect } = pg.Client.prototype;
  pg.Client.prototype.connect = function (this: pg.Client, ...parameters: unknown[]) {
    this.on('error', () => undefined);
    return Reflect.apply(connect, this, parameters);
  };
  try {
    return create();
  } finally {
    pg.Client.prototype.connect = connect;
  }
}

/**
 * Separates the TLS settings from a connection string; the driver supports modes that Slonik does not, such as
 * `verify-full`.
 */
function separateTls(url: string): { dsn: string; ssl: ConnectionOptions | undefined } {
  const dsn = new URL(url);
  const [mode, ...files] = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'].map((name) => {
    const value = dsn.searchParams.get(name);
    dsn.searchParams.delete(name);
    return value;
  });
  const [ca, cert, key] = files.map((file) => file && readFileSync(file, 'utf8'));
  if (mode === 'disable' || (!mode && !ca && !cert)) return { dsn: dsn.href, ssl: undefined };
  const identity = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
  return { dsn: dsn.href, ssl: { ...identity, ...(mode === 'no-verify' && { rejectUnauthorized: false }) } };
}

/**
 * Creates a `pg` pool: for the session check of every request, for queries without Slonik, and for libraries that run their
 * own SQL.
 */
export function connectPlainPool(url: string, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: 5_000,
  });
  pool.on('error', (error) =>
    log.warn(
      { event: 'database.connection_lost', err: error },
      'Lost an idle database connection; the pool replaces it',
    ),
  );
  pool.on('connect', (client) => client.on('error', () => undefined)); // a running query rejects as well
  return pool;
}

/** Validates rows against the schema of `sql.type`; too slow for production. */
const validateRows: Interceptor = {
  name: 'validate rows',
  transformRowAsync: async (context, query, row) => {
    const result = await context.resultParser?.['~standard'].validate(row);
    if (result?.issues) throw new SchemaValidationError(query, row, result.issues);
    return row;
  },
};
