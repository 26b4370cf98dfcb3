import { createContext } from 'react';

/** When the dataset that is shown was looked at before, in milliseconds since 1970; null: never, or not known yet. */
export const VisitContext = createContext<number | null>(null);
