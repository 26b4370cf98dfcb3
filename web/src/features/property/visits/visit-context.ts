import { createContext } from 'react';

/** Time of the user's previous visit to the dataset, in milliseconds since 1970; null without one or while loading. */
export const VisitContext = createContext<number | null>(null);
