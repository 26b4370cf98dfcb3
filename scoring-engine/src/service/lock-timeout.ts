import pg from 'pg';

const LOCK_NOT_AVAILABLE = '55P03';

/** Returns whether a statement failed because it reached `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
