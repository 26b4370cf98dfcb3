interface Passage {
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

/** Returns the text to embed for a passage. Includes the title and headings, because they say what it is about. */
export const embeddedText = ({ title, heading, text }: Passage): string =>
  [title, heading, text].filter(Boolean).join('\n');
