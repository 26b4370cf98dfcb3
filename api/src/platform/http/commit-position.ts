import { z } from 'zod';

/** A commit position as text: 18 digits always fit PostgreSQL's bigint. */
export const commitPosition = z.string().regex(/^\d{1,18}$/, 'A commit position must be a whole number');
