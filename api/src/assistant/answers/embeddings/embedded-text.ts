interface Passage {
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

/** Returns the text of a passage that is embedded: with its title and headings, which say what it is about. */
export const embeddedText = ({ title, heading, text }: Passage): string =>
  [title, heading, text].filter(Boolean).join('\n');
