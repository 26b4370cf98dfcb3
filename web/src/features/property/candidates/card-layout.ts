/** Media query for screens that show cards instead of a table (spec 001 §2). */
export const CARD_LAYOUT = '(max-width: 480px)';

/** Row height of the table. */
export type Density = 'comfortable' | 'compact';

export const isCardLayout = () => matchMedia(CARD_LAYOUT).matches;
