import { createContext } from 'react';

export interface Crumb {
  label: string;
  to: string;
}

/** What the table of pages knows about the page that is open. */
export interface Place {
  title: string;
  /** The way here, outermost first. `names`: what parts of the address are called. */
  trail(names?: Readonly<Record<string, string | undefined>>): readonly Crumb[];
}

export const PlaceContext = createContext<Place>({ title: '', trail: () => [] });
