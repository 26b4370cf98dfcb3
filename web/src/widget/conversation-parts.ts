import type { CitedPage, ShownExchange } from '@landline/api/assistant/conversations/contract';
import { linkTo } from './answer-text.ts';
import { h, textButton } from './dom.ts';
import type { Translate } from './texts.ts';

/** A question and its complete or streaming answer. */
export interface Exchange
  extends Pick<ShownExchange, 'questionId' | 'question' | 'suggestions' | 'answered' | 'stopped' | 'rating'> {
  text: string;
  citations: readonly CitedPage[];
  state: 'writing' | 'done' | 'failed';
  /** Error text. */
  reason?: string;
  /** Rating that the server has once the pending requests have ended. */
  savedRating: Promise<ShownExchange['rating']>;
  element: HTMLElement;
}

export const bubble = (of: 'bot' | 'user', ...content: (Node | string)[]) =>
  h('div', { class: `bubble ${of}`, dir: 'auto' }, ...content);

export const thinkingBubble = (t: Translate) =>
  h(
    'div',
    { class: 'bubble bot thinking', role: 'img', 'aria-label': t('thinking') },
    h('i'),
    h('i'),
    h('i'),
  );

/** Returns buttons that ask the suggested questions; none while the answer is being written. */
export const suggestionButtons = (
  { suggestions: questions, state }: Exchange,
  ask: (question: string) => void,
) =>
  questions.length === 0 || state === 'writing'
    ? []
    : [
        h(
          'div',
          { class: 'suggestions' },
          ...questions.map((question) => textButton(question, () => ask(question))),
        ),
      ];

/** Returns the list of an answer's sources; none while the answer is being written. */
export function sourceList({ citations, state }: Exchange, t: Translate): HTMLElement[] {
  if (citations.length === 0 || state === 'writing') return [];
  const items = citations.map((page) => {
    const text = page.url === '' ? t('ownAnswer') : `${page.number}. ${page.title || page.url}`;
    return h('li', {}, linkTo(page, text, `${text} (${t('newTab')})`));
  });
  return [h('div', { class: 'sources' }, h('p', {}, t('sources')), h('ul', {}, ...items))];
}
