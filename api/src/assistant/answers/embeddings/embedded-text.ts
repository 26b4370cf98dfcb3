interface Passage {
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

/** Version of the embedded text's format; part of the stored model name. Increase it when `embeddedText` changes. */
export const EMBEDDED_TEXT_VERSION = 2;

/** Returns the text to embed: the headings or, without any, the page title for context, then the passage. */
export const embeddedText = ({ title, heading, text }: Passage): string =>
  [heading || title, text].filter(Boolean).join('\n');
