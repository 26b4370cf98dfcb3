interface Passage {
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

/** Version of the embedded text's format; part of the stored model name. Increase it when `embeddedText` changes. */
export const EMBEDDED_TEXT_VERSION = 3;

/** Mark of a list item. The encoder was trained without marks. */
const MARK = /^- /gm;

/** Returns the text to embed: the headings or, without any, the page title for context, then the passage without list marks. */
export const embeddedText = ({ title, heading, text }: Passage): string =>
  [heading || title, text.replaceAll(MARK, '')].filter(Boolean).join('\n');
