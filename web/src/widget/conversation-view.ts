import { answerNodes, plainAnswer, questionNodes } from './answer-text.ts';
import { type Chat, ChatError } from './chat.ts';
import { bubble, type Exchange, sources, suggestions, thinking } from './conversation-parts.ts';
import { h, icon, textButton } from './dom.ts';
import type { PanelHost } from './host.ts';
import { randomId } from './random-id.ts';
import { type Translate, unlessDefault } from './texts.ts';

const COPY = 'M9 9h11v11H9zM5 15H4V4h11v1';
const DONE = 'm5 12.5 4.5 4.5L19 7.5';
const UP = 'M7 11v9H4v-9h3Zm0 0 4-8c1.7 0 2.5 1 2.5 2.5V9h5a2 2 0 0 1 2 2.3l-1.1 7A2 2 0 0 1 17.4 20H7';
const DOWN = 'M17 13V4h3v9h-3Zm0 0-4 8c-1.7 0-2.5-1-2.5-2.5V15h-5a2 2 0 0 1-2-2.3l1.1-7A2 2 0 0 1 6.6 4H17';
const COPIED_MS = 3_000;
/** Maximum distance from the end at which the log keeps scrolling to new text, in pixels. */
const NEAR_END = 80;

interface Around {
  /** Announces a text to screen readers. */
  announce(text: string): void;
  busy(busy: boolean): void;
  leaveMessage(): void;
}

export interface ConversationView {
  readonly element: HTMLElement;
  isBusy(): boolean;
  ask(text: string): Promise<void>;
  stop(): void;
  /** Shows the conversation so far, from other pages and tabs. */
  restore(): Promise<void>;
  restart(): void;
  note(text: string): void;
  redraw(): void;
  toEnd(): void;
}

export function createConversation(
  host: PanelHost,
  chat: Chat,
  t: Translate,
  around: Around,
): ConversationView {
  const { branding } = host.config;
  // Answers stream in; the status region announces only the finished one.
  const log = h('div', { class: 'log', role: 'log', 'aria-live': 'off', tabindex: 0 });
  let shown: Exchange[] = [];
  let writing: AbortController | undefined;
  let frame = 0;

  const isNearEnd = () => log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_END;
  const toEnd = () => {
    log.scrollTop = log.scrollHeight;
  };

  function drawAll(): void {
    log.setAttribute('aria-label', t('log'));
    const welcome = unlessDefault(branding.welcomeMessage, 'welcome', t);
    log.replaceChildren(
      ...(welcome === '' ? [] : [bubble('bot', h('p', {}, welcome))]),
      ...shown.flatMap((each) => [bubbleOf(each), each.element]),
    );
    for (const each of shown) draw(each);
    toEnd();
  }

  const bubbleOf = ({ question }: Exchange) =>
    bubble('user', h('span', { class: 'unseen' }, `${t('you')}: `), ...questionNodes(question));

  /** Draws an answer as far as received, with its actions. */
  function draw(each: Exchange): void {
    const atEnd = isNearEnd();
    const { element, text, citations, state } = each;
    element.ariaBusy = String(state === 'writing');
    const content = answerNodes(text, citations);
    element.replaceChildren(
      ...(content.length > 0 ? [bubble('bot', ...content, ...sources(each, t))] : []),
      ...suggestions(each, (question) => !writing && void ask(question)),
      ...(state === 'writing' && content.length === 0 ? [thinking(t)] : []),
      ...(state === 'failed' ? [problem(each)] : []),
      ...(state === 'done' ? [actions(each)] : []),
    );
    if (atEnd) toEnd();
  }

  /** Draws at most once per frame. */
  function drawSoon(each: Exchange): void {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => draw(each));
  }

  function actions(each: Exchange): HTMLElement {
    const again = textButton(t('retry'), () => void answer(each));
    const leave = textButton(t('leave'), around.leaveMessage);
    return h(
      'div',
      { class: 'actions' },
      ...(each.stopped ? [h('span', {}, t('stopped')), again] : []),
      ...(navigator.clipboard && each.text !== '' ? [copyButton(each)] : []),
      ...(each.text === '' ? [] : [rateButton(each, 'up', UP), rateButton(each, 'down', DOWN)]),
      ...(each.answered || each.stopped ? [] : [leave]),
    );
  }

  function copyButton({ text, citations }: Exchange): HTMLElement {
    const copy = async () => {
      await navigator.clipboard.writeText(plainAnswer(text, citations));
      button.replaceChildren(icon(DONE));
      button.setAttribute('aria-label', t('copied'));
      around.announce(t('copied'));
      setTimeout(() => {
        button.replaceChildren(icon(COPY));
        button.setAttribute('aria-label', t('copy'));
      }, COPIED_MS);
    };
    const click = () => void copy().catch(() => around.announce(t('failed')));
    const button = h('button', { type: 'button', class: 'icon', 'aria-label': t('copy'), click }, icon(COPY));
    return button;
  }

  function rateButton(each: Exchange, rating: 'up' | 'down', drawing: string): HTMLElement {
    const rate = async () => {
      const before = each.rating;
      // Optimistic update, reverted if the server rejects it.
      each.rating = before === rating ? null : rating;
      redrawActions(each, rating);
      try {
        // Sent in sequence, so that the last choice wins. An earlier failure was already reverted.
        each.rated = each.rated.catch(() => {}).then(() => chat.rate(each.questionId, each.rating));
        await each.rated;
        host.emit('feedback', { questionId: each.questionId, rating: each.rating });
      } catch {
        each.rating = before;
        redrawActions(each, rating);
        around.announce(t('failed'));
      }
    };
    return h(
      'button',
      {
        type: 'button',
        class: `icon rate-${rating}`,
        'aria-label': t(rating),
        'aria-pressed': String(each.rating === rating),
        click: () => void rate(),
      },
      icon(drawing),
    );
  }

  function redrawActions(each: Exchange, focused: 'up' | 'down'): void {
    each.element.querySelector('.actions')?.replaceWith(actions(each));
    each.element.querySelector<HTMLElement>(`.rate-${focused}`)?.focus();
  }

  function problem(each: Exchange): HTMLElement {
    const again = textButton(t('retry'), () => void answer(each));
    return h('div', { class: 'problem' }, h('span', {}, each.reason ?? t('failed')), again);
  }

  function fresh(of: Pick<Exchange, 'questionId' | 'question'>): Exchange {
    return {
      ...of,
      text: '',
      citations: [],
      suggestions: [],
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

  /** Asks and streams the answer. Retrying a question reuses its id, so the server answers it once. */
  async function answer(each: Exchange): Promise<void> {
    if (writing) return;
    const stopping = new AbortController();
    writing = stopping;
    around.busy(true);
    Object.assign(each, { text: '', citations: [], suggestions: [], stopped: false, state: 'writing' });
    draw(each);
    const { questionId, question } = each;
    let done = false;
    try {
      for await (const { event, data } of chat.ask({ message: question, questionId }, stopping.signal)) {
        if (event === 'conversation') host.store.set('key', data.conversationKey);
        else if (event === 'text') each.text += data.text;
        else if (event === 'citations') each.citations = data.citations;
        else if (event === 'suggestions') each.suggestions = [...data.suggestions];
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
    // The visitor started a new conversation meanwhile.
    if (!shown.includes(each)) return;
    draw(each);
    finish(each);
  }

  function finish(each: Exchange): void {
    const { state, stopped, text, citations, reason, questionId, answered } = each;
    if (state === 'failed') around.announce(reason ?? t('failed'));
    else if (stopped) around.announce(t('stopped'));
    else around.announce([plainAnswer(text, citations), ...each.suggestions].join(' '));
    host.store.set('beat', String(Date.now()));
    host.emit(state === 'failed' ? 'error' : 'answer', { questionId, answered, stopped });
  }

  function reasonOf(error: unknown): string {
    if (!(error instanceof ChatError)) return t('failed');
    if (error.status === 0 && !navigator.onLine) return t('offline');
    if (error.status === 429) return t('tooMany', { seconds: error.retryAfter || 60 });
    if (error.status === 403 || error.status === 404) return t('unauthorized');
    return t('failed');
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
      // Keep what is shown if the conversation cannot be loaded.
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
