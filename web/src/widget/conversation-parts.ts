import type { CitedPage, ShownExchange } from '@landline/api/conversations/contract';
import { linkTo } from './answer-text.ts';
import { h } from './dom.ts';
import type { Say } from './texts.ts';

/** An answer that is being written, or was. */
export interface Shown
  extends Pick<ShownExchange, 'questionId' | 'question' | 'answered' | 'stopped' | 'rating'> {
  text: string;
  citations: readonly CitedPage[];
  state: 'writing' | 'done' | 'failed';
  /** Why it failed, in words. */
  reason?: string;
  /** The rating that is being sent. */
  rated: Promise<void>;
  element: HTMLElement;
}

export const bubble = (of: 'bot' | 'user', ...content: (Node | string)[]) =>
  h('div', { class: `bubble ${of}`, dir: 'auto' }, ...content);

export const thinking = (say: Say) =>
  h(
    'div',
    { class: 'bubble bot thinking', role: 'img', 'aria-label': say('thinking') },
    h('i'),
    h('i'),
    h('i'),
  );

/** The pages that a finished answer rests on. */
export function sources({ citations, state }: Shown, say: Say): HTMLElement[] {
  if (citations.length === 0 || state === 'writing') return [];
  const items = citations.map((page) => {
    const text = `${page.number}. ${page.title || page.url}`;
    return h('li', {}, linkTo(page, text, `${text} (${say('newTab')})`));
  });
  return [h('div', { class: 'sources' }, h('p', {}, say('sources')), h('ul', {}, ...items))];
}
