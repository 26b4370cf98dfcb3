interface Passage {
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

/** Version of the text that is embedded for a passage: part of the name under which vectors are stored. */
export const TEXT_VERSION = 2;

/** Returns the text to embed for a passage with the headings above it, or the page's title, which say what it is about. */
export const embeddedText = ({ title, heading, text }: Passage): string =>
  [heading || title, text].filter(Boolean).join('\n');
