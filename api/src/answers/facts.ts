/** What a client's prompt says that may be told to visitors word for word. */
export interface Fact {
  /** The question that it answers, where it is an answer; else empty. */
  readonly heading: string;
  readonly text: string;
  /** Where it leads; empty where it leads nowhere. */
  readonly url: string;
}

const PAIR = /^\s*Q\s*[:.]\s*(.+?)(?:\s+A\s*[:.]\s*(.+))?$/i;
const REPLY = /^\s*A\s*[:.]\s*(.+)$/i;
const ITEM = /^\s*[-*•–]\s+(.+)$/;
const LINK = /^(.*?)\s*[:–-]?\s*(https?:\/\/\S+)\s*$/i;

/**
 * The facts of a prompt: lines that begin with a dash, and pairs of `Q:` and `A:`. Everything else says how to answer, and
 * is never told to anybody.
 */
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
    const [, asked, replied] = PAIR.exec(line) ?? [];
    const [, reply] = REPLY.exec(line) ?? [];
    const [, item] = ITEM.exec(line) ?? [];
    if (asked !== undefined) {
      close();
      question = asked;
      if (replied !== undefined) answer = [replied];
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
