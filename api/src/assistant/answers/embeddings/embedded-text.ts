/** Returns the text of a passage that is embedded: with its title and headings, which say what it is about. */
export const embeddedText = ({
  title,
  heading,
  text,
}: {
  title: string;
  heading: string;
  text: string;
}): string => [title, heading, text].filter(Boolean).join('\n');
