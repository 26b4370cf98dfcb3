/** Height of one bar with its label, in pixels. */
export const ROW_HEIGHT = 44;
