/** Where there is no room for a table, cards are shown (spec 001 §2). */
export const CARDS = '(max-width: 480px)';

export const areCardsShown = () => matchMedia(CARDS).matches;
