/** Returns the edits of a form that were made after it was sent with the values `sent`. */
export const editsSince = <Edits extends object>(sent: Edits, edits: Edits): Edits =>
  Object.fromEntries(
    Object.entries(edits).filter(([name, value]) => value !== sent[name as keyof Edits]),
  ) as Edits;
