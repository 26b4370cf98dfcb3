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
/** To make a connection takes five milliseconds of a processor, and whoever needs it waits for them. */
const IDLE_MS = 60_000;

/**
 * The pool that queries run on. Nothing of ours sets session state, so a connection goes back as it is: a reset
 * would cost each query another round trip and its prepared statements.
 */
export function connectDatabase(url: string, options: { checkRows: boolean }): Promise<DatabasePool> {
  return createPool(url, {
    maxPoolSize: MAX_CONNECTIONS,
    idleTimeout: IDLE_MS,
    statementTimeout: STATEMENT_MS,
    resetConnection: async () => {},
    typeParsers: createTypeParserPreset(),
    interceptors: options.checkRows ? [rowsMatchTheirTypes] : [],
  });
}

/** A bare pool, for the session check that every request makes and for libraries that bring their own SQL. */
export function connectBare(url: string, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: 5_000,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'A database connection broke'));
  pool.on('connect', (client) => client.on('error', () => undefined)); // one in use: its query rejects as well
  return pool;
}

/** Holds rows against the `sql.type` they were asked with: in tests, where time is not short. */
const rowsMatchTheirTypes: Interceptor = {
  name: 'rows match their types',
  transformRowAsync: async (context, query, row) => {
    const result = await context.resultParser?.['~standard'].validate(row);
    if (result?.issues) throw new SchemaValidationError(query, row, result.issues);
    return row;
  },
};
