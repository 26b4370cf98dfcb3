/** PostgreSQL channel that carries the id of a session that ended. */
export const SESSION_ENDED_CHANNEL = 'session_ended';

/** PostgreSQL channel that carries the id of a session that now acts for another client, or for none. */
export const SESSION_CHANGED_CHANNEL = 'session_changed';
