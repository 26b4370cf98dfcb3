/** Part of a prompt that may be quoted to visitors. */
interface Fact {
  /** Question that the fact answers, or empty. */
  readonly heading: string;
  readonly text: string;
  /** Linked address, or empty. */
  readonly url: string;
}

const PAIR = /^\s*Q\s*[:.]\s*(.+?)(?:\s+A\s*[:.]\s*(.+))?$/i;
const REPLY = /^\s*A\s*[:.]\s*(.+)$/i;
const ITEM = /^\s*[-*•–]\s+(.+)$/;
const LINE_END = /\r\n|[\n\r\u2028\u2029]/;
const LINK = /^(.*?)\s*[:–-]?\s*(https?:\/\/\S+)\s*$/i;

/** Extracts the facts of a prompt: list items, and pairs of `Q:` and `A:`. All other text is guidance and is never quoted. */
export const factsOf = (content: string): Fact[] => readPrompt(content).facts;

/** Returns the lines of a text, which may have been pasted from a word processor. */
export const linesOf = (text: string): string[] => text.split(LINE_END);

/** Returns a prompt without its question-and-answer pairs, which are retrieved like passages of pages. */
export const guidanceOf = (content: string): string => readPrompt(content).guidance;

function readPrompt(content: string): { facts: Fact[]; guidance: string } {
  const facts: Fact[] = [];
  const guidance: string[] = [];
  let question: string | undefined;
  let answer: string[] = [];
  const endPair = () => {
    if (question !== undefined && answer.length > 0)
      facts.push({ heading: question, text: answer.join('\n'), url: '' });
    answer = [];
  };
  for (const line of [...linesOf(content), '']) {
    const [, newQuestion, inlineAnswer] = PAIR.exec(line) ?? [];
    const [, reply] = REPLY.exec(line) ?? [];
    const [, item] = ITEM.exec(line) ?? [];
    if (newQuestion !== undefined) {
      endPair();
      question = newQuestion;
      if (inlineAnswer !== undefined) answer = [inlineAnswer];
    } else if (line.trim() === '') {
      endPair();
      question = undefined;
      guidance.push('');
    } else if (answer.length > 0) answer.push(line.trim());
    else if (reply !== undefined) answer = [reply.trim()];
    else {
      if (item !== undefined) facts.push(factOf(item.trim()));
      guidance.push(line);
    }
  }
  return { facts, guidance: guidance.join('\n').trim() };
}

function factOf(item: string): Fact {
  const [, label, url] = LINK.exec(item) ?? [];
  if (label && url && URL.canParse(url)) return { heading: '', text: label, url };
  return { heading: '', text: item, url: '' };
}
