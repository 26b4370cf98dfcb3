/** Part of a prompt that may be quoted to visitors. */
export interface Fact {
  /** Question that the fact answers; else empty. */
  readonly heading: string;
  readonly text: string;
  /** Linked address; else empty. */
  readonly url: string;
}

const PAIR = /^\s*Q\s*[:.]\s*(.+?)(?:\s+A\s*[:.]\s*(.+))?$/i;
const REPLY = /^\s*A\s*[:.]\s*(.+)$/i;
const ITEM = /^\s*[-*•–]\s+(.+)$/;
const LINK = /^(.*?)\s*[:–-]?\s*(https?:\/\/\S+)\s*$/i;

/** Extracts the facts of a prompt: list items and pairs of `Q:` and `A:`. All other text is guidance and is never quoted. */
export function factsOf(content: string): Fact[] {
  const facts: Fact[] = [];
  let question: string | undefined;
  let answer: string[] = [];
  const close = () => {
    if (question !== undefined && answer.length > 0)
      facts.push({ heading: question, text: answer.join(' '), url: '' });
    answer = [];
  };
  for (const line of [...content.split('\n'), '']) {
    const [, newQuestion, inlineAnswer] = PAIR.exec(line) ?? [];
    const [, reply] = REPLY.exec(line) ?? [];
    const [, item] = ITEM.exec(line) ?? [];
    if (newQuestion !== undefined) {
      close();
      question = newQuestion;
      if (inlineAnswer !== undefined) answer = [inlineAnswer];
    } else if (reply !== undefined) answer = [reply.trim()];
    else if (line.trim() === '') {
      close();
      question = undefined;
    } else if (answer.length > 0) answer.push(line.trim());
    else if (item !== undefined) facts.push(ofItem(item.trim()));
  }
  return facts;
}

function ofItem(item: string): Fact {
  const [, label, url] = LINK.exec(item) ?? [];
  if (label && url && URL.canParse(url)) return { heading: '', text: label, url };
  return { heading: '', text: item, url: '' };
}
