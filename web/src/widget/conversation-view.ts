import { answerNodes, plainAnswer, questionNodes } from './answer-text.ts';
import { type Chat, ChatError } from './chat.ts';
import { bubble, type Shown, sources, thinking } from './conversation-parts.ts';
import { h, icon } from './dom.ts';
import type { PanelHost } from './host.ts';
import { randomId } from './random-id.ts';
import { type Say, unlessDefault } from './texts.ts';

const COPY = 'M9 9h11v11H9zM5 15H4V4h11v1';
const DONE = 'm5 12.5 4.5 4.5L19 7.5';
const UP = 'M7 11v9H4v-9h3Zm0 0 4-8c1.7 0 2.5 1 2.5 2.5V9h5a2 2 0 0 1 2 2.3l-1.1 7A2 2 0 0 1 17.4 20H7';
const DOWN = 'M17 13V4h3v9h-3Zm0 0-4 8c-1.7 0-2.5-1-2.5-2.5V15h-5a2 2 0 0 1-2-2.3l1.1-7A2 2 0 0 1 6.6 4H17';
const COPIED_MS = 3_000;
/** So near the end, the reader wants to stay there. */
const NEAR_END = 80;

interface Around {
  /** Reads out, once. */
  announce(text: string): void;
  busy(busy: boolean): void;
  leaveMessage(): void;
}

/** What is said, and what can be done with it. */
export interface ConversationView {
  readonly element: HTMLElement;
  isBusy(): boolean;
  ask(text: string): Promise<void>;
  stop(): void;
  /** Shows what was said before, on another page or in another tab. */
  restore(): Promise<void>;
  restart(): void;
  note(text: string): void;
  redraw(): void;
  toEnd(): void;
}

export function createConversation(host: PanelHost, chat: Chat, say: Say, around: Around): ConversationView {
  const { branding } = host.config;
  // Text arrives piece by piece: only the finished answer is announced, by the status beside it.
  const log = h('div', { class: 'log', role: 'log', 'aria-live': 'off', tabindex: 0 });
  let shown: Shown[] = [];
  let writing: AbortController | undefined;
  let frame = 0;

  const isNearEnd = () => log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_END;
  const toEnd = () => {
    log.scrollTop = log.scrollHeight;
  };

  function drawAll(): void {
    log.setAttribute('aria-label', say('log'));
    const welcome = unlessDefault(branding.welcomeMessage, 'welcome', say);
    log.replaceChildren(
      ...(welcome === '' ? [] : [bubble('bot', h('p', {}, welcome))]),
      ...shown.flatMap((each) => [bubbleOf(each), each.element]),
    );
    for (const each of shown) draw(each);
    toEnd();
  }

  const bubbleOf = ({ question }: Shown) =>
    bubble('user', h('span', { class: 'unseen' }, `${say('you')}: `), ...questionNodes(question));

  /** An answer as far as it is known, and under it what can be done with it. */
  function draw(each: Shown): void {
    const atEnd = isNearEnd();
    const { element, text, citations, state } = each;
    element.ariaBusy = String(state === 'writing');
    const said = answerNodes(text, citations);
    element.replaceChildren(
      ...(said.length > 0 ? [bubble('bot', ...said, ...sources(each, say))] : []),
      ...(state === 'writing' && said.length === 0 ? [thinking(say)] : []),
      ...(state === 'failed' ? [problem(each)] : []),
      ...(state === 'done' ? [actions(each)] : []),
    );
    if (atEnd) toEnd();
  }

  /** Many pieces may come within one picture. */
  function drawSoon(each: Shown): void {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => draw(each));
  }

  function actions(each: Shown): HTMLElement {
    const again = h(
      'button',
      { type: 'button', class: 'text', click: () => void answer(each) },
      say('retry'),
    );
    const leave = h('button', { type: 'button', class: 'text', click: around.leaveMessage }, say('leave'));
    return h(
      'div',
      { class: 'actions' },
      ...(each.stopped ? [h('span', {}, say('stopped')), again] : []),
      ...(navigator.clipboard && each.text !== '' ? [copyButton(each)] : []),
      ...(each.text === '' ? [] : [rateButton(each, 'up', UP), rateButton(each, 'down', DOWN)]),
      ...(each.answered || each.stopped ? [] : [leave]),
    );
  }

  function copyButton({ text, citations }: Shown): HTMLElement {
    const copy = async () => {
      await navigator.clipboard.writeText(plainAnswer(text, citations));
      button.replaceChildren(icon(DONE));
      button.setAttribute('aria-label', say('copied'));
      around.announce(say('copied'));
      setTimeout(() => {
        button.replaceChildren(icon(COPY));
        button.setAttribute('aria-label', say('copy'));
      }, COPIED_MS);
    };
    const click = () => void copy().catch(() => around.announce(say('failed')));
    const button = h(
      'button',
      { type: 'button', class: 'icon', 'aria-label': say('copy'), click },
      icon(COPY),
    );
    return button;
  }

  function rateButton(each: Shown, rating: 'up' | 'down', drawing: string): HTMLElement {
    const rate = async () => {
      const before = each.rating;
      // Shown at once; taken back when the server does not take it.
      each.rating = before === rating ? null : rating;
      redrawActions(each, rating);
      try {
        // One after the other, so that what was chosen last is what stays.
        each.rated = each.rated.catch(() => {}).then(() => chat.rate(each.questionId, each.rating));
        await each.rated;
        host.emit('feedback', { questionId: each.questionId, rating: each.rating });
      } catch {
        each.rating = before;
        redrawActions(each, rating);
        around.announce(say('failed'));
      }
    };
    return h(
      'button',
      {
        type: 'button',
        class: `icon rate-${rating}`,
        'aria-label': say(rating),
        'aria-pressed': String(each.rating === rating),
        click: () => void rate(),
      },
      icon(drawing),
    );
  }

  function redrawActions(each: Shown, focused: 'up' | 'down'): void {
    each.element.querySelector('.actions')?.replaceWith(actions(each));
    each.element.querySelector<HTMLElement>(`.rate-${focused}`)?.focus();
  }

  function problem(each: Shown): HTMLElement {
    const again = h(
      'button',
      { type: 'button', class: 'text', click: () => void answer(each) },
      say('retry'),
    );
    return h('div', { class: 'problem' }, h('span', {}, each.reason ?? say('failed')), again);
  }

  function fresh(of: Pick<Shown, 'questionId' | 'question'>): Shown {
    return {
      ...of,
      text: '',
      citations: [],
      answered: true,
      stopped: false,
      rating: null,
      state: 'writing',
      rated: Promise.resolve(),
      element: h('div', { class: 'answer' }),
    };
  }

  async function ask(question: string): Promise<void> {
    const each = fresh({ questionId: randomId(), question });
    shown.push(each);
    log.append(bubbleOf(each), each.element);
    toEnd();
    host.emit('question', { questionId: each.questionId });
    await answer(each);
  }

  /** Asks, and writes what comes. The same question asked again is the same to the server. */
  async function answer(each: Shown): Promise<void> {
    if (writing) return;
    const stopping = new AbortController();
    writing = stopping;
    around.busy(true);
    Object.assign(each, { text: '', citations: [], stopped: false, state: 'writing' });
    draw(each);
    const { questionId, question } = each;
    let done = false;
    try {
      for await (const { event, data } of chat.ask({ message: question, questionId }, stopping.signal)) {
        if (event === 'conversation') host.store.set('key', data.conversationKey);
        else if (event === 'text') each.text += data.text;
        else if (event === 'citations') each.citations = data.citations;
        else if (event === 'error') throw new ChatError(503);
        else {
          each.answered = data.answered;
          done = true;
        }
        drawSoon(each);
      }
      if (!done) throw new ChatError(0);
      each.state = 'done';
    } catch (error) {
      each.stopped = stopping.signal.aborted;
      each.state = each.stopped ? 'done' : 'failed';
      each.reason = reasonOf(error);
    }
    cancelAnimationFrame(frame);
    writing = undefined;
    around.busy(false);
    // Gone from the screen in the meantime: somebody has begun anew.
    if (!shown.includes(each)) return;
    draw(each);
    finish(each);
  }

  function finish({ state, stopped, text, citations, reason, questionId, answered }: Shown): void {
    if (state === 'failed') around.announce(reason ?? say('failed'));
    else if (stopped) around.announce(say('stopped'));
    else around.announce(plainAnswer(text, citations));
    host.store.set('beat', String(Date.now()));
    host.emit(state === 'failed' ? 'error' : 'answer', { questionId, answered, stopped });
  }

  function reasonOf(error: unknown): string {
    if (!(error instanceof ChatError)) return say('failed');
    if (error.status === 0 && !navigator.onLine) return say('offline');
    if (error.status === 429) return say('tooMany', { seconds: error.retryAfter || 60 });
    if (error.status === 403 || error.status === 404) return say('unauthorized');
    return say('failed');
  }

  function restart(): void {
    writing?.abort();
    shown = [];
    drawAll();
  }

  return {
    element: log,
    isBusy: () => writing !== undefined,
    ask,
    stop: () => writing?.abort(),
    async restore() {
      // What was said is still there when it cannot be read just now.
      const before = await chat.conversation().catch(() => undefined);
      if (!before || writing) return;
      host.store.set('key', before.conversationKey);
      shown = before.exchanges.map((exchange) => ({
        ...fresh(exchange),
        ...exchange,
        text: exchange.answer ?? '',
        state: exchange.answer === null ? 'failed' : 'done',
      }));
      drawAll();
    },
    restart,
    note(text) {
      log.append(bubble('bot', h('p', {}, text)));
      around.announce(text);
      toEnd();
    },
    redraw: drawAll,
    toEnd,
  };
}
