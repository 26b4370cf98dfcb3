interface Passage {
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

/** Returns the text of a passage that is embedded: with its title and headings, which say what it is about. */
export const embeddedText = ({ title, heading, text }: Passage): string =>
  [title, heading, text].filter(Boolean).join('\n');

/** Returns the nearest heading above a passage, which may be the question that it answers; empty if there is none. */
export const embeddedHeading = ({ heading }: Pick<Passage, 'heading'>): string =>
  heading.split(' › ').at(-1) ?? '';
