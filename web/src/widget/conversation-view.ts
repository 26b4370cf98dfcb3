import { answerNodes, plainAnswer, questionNodes } from './answer-text.ts';
import { type Chat, ChatError } from './chat.ts';
import {
  bubble,
  type Exchange,
  sourceList,
  suggestionButtons,
  thinkingBubble,
} from './conversation-parts.ts';
import { h, icon, textButton } from './dom.ts';
import { failureText } from './failure-text.ts';
import type { PanelHost } from './host.ts';
import { randomId } from './random-id.ts';
import { brandingText, type Translate } from './texts.ts';

const COPY = 'M9 9h11v11H9zM5 15H4V4h11v1';
const DONE = 'm5 12.5 4.5 4.5L19 7.5';
const UP = 'M7 11v9H4v-9h3Zm0 0 4-8c1.7 0 2.5 1 2.5 2.5V9h5a2 2 0 0 1 2 2.3l-1.1 7A2 2 0 0 1 17.4 20H7';
const DOWN = 'M17 13V4h3v9h-3Zm0 0-4 8c-1.7 0-2.5-1-2.5-2.5V15h-5a2 2 0 0 1-2-2.3l1.1-7A2 2 0 0 1 6.6 4H17';
const COPIED_MS = 3_000;
/** Maximum distance from the end at which the log keeps scrolling to new text, in pixels. */
const NEAR_END = 80;

/** Actions of the panel around the conversation. */
interface PanelActions {
  /** Announces a text to screen readers. */
  announce(text: string): void;
  /** Called when an answer starts or ends. */
  busyChanged(): void;
  leaveMessage(): void;
}

interface ConversationView {
  readonly element: HTMLElement;
  isBusy(): boolean;
  ask(text: string): Promise<void>;
  stop(): void;
  /** Loads and shows the visitor's conversation, including exchanges on other pages and in other tabs. */
  restore(): Promise<void>;
  restart(): void;
  note(text: string): void;
  redraw(): void;
  scrollToEnd(): void;
}

export function createConversation(
  host: PanelHost,
  chat: Chat,
  t: Translate,
  panel: PanelActions,
): ConversationView {
  const { branding } = host.config;
  // Answers stream in; the status region announces only the finished one.
  const log = h('div', { class: 'log', role: 'log', 'aria-live': 'off', tabindex: 0 });
  let exchanges: Exchange[] = [];
  let activeRequest: AbortController | undefined;
  /** The last request for the conversation, until its response is shown or outdated. */
  let restoring: Promise<unknown> | undefined;
  let frame = 0;

  const isNearEnd = () => log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_END;
  const scrollToEnd = () => {
    log.scrollTop = log.scrollHeight;
  };

  function drawAll(): void {
    log.setAttribute('aria-label', t('log'));
    const welcome = brandingText('welcome', { text: branding.welcomeMessage, t, pageTexts: host.texts() });
    log.replaceChildren(
      ...(welcome === '' ? [] : [bubble('bot', h('p', {}, welcome))]),
      ...exchanges.flatMap((exchange) => [bubbleOf(exchange), exchange.element]),
    );
    for (const exchange of exchanges) draw(exchange);
    scrollToEnd();
  }

  const bubbleOf = ({ question }: Exchange) =>
    bubble('user', h('span', { class: 'unseen' }, `${t('you')}: `), ...questionNodes(question));

  /** Draws the received part of an answer, with its actions. */
  function draw(exchange: Exchange): void {
    const atEnd = isNearEnd();
    const { element, text, citations, state } = exchange;
    element.ariaBusy = String(state === 'writing');
    const content = answerNodes(text, citations);
    element.replaceChildren(
      ...(content.length > 0 ? [bubble('bot', ...content, ...sourceList(exchange, t))] : []),
      ...suggestionButtons(exchange, (question) => !activeRequest && void ask(question)),
      ...(state === 'writing' && content.length === 0 ? [thinkingBubble(t)] : []),
      ...(state === 'failed' ? [failureNotice(exchange)] : []),
      ...(state === 'done' ? [actionBar(exchange)] : []),
    );
    if (atEnd) scrollToEnd();
  }

  /** Draws at most once per frame. */
  function scheduleDraw(exchange: Exchange): void {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => draw(exchange));
  }

  function actionBar(exchange: Exchange): HTMLElement {
    const retry = textButton(t('retry'), () => void answer(exchange));
    const leave = textButton(t('leave'), panel.leaveMessage);
    return h(
      'div',
      { class: 'actions' },
      ...(exchange.stopped ? [h('span', {}, t('stopped')), retry] : []),
      ...(navigator.clipboard && exchange.text !== '' ? [copyButton(exchange)] : []),
      ...(exchange.text === '' ? [] : [rateButton(exchange, 'up', UP), rateButton(exchange, 'down', DOWN)]),
      ...(exchange.answered || exchange.stopped ? [] : [leave]),
    );
  }

  function copyButton({ text, citations }: Exchange): HTMLElement {
    const copy = async () => {
      await navigator.clipboard.writeText(plainAnswer(text, citations));
      button.replaceChildren(icon(DONE));
      button.setAttribute('aria-label', t('copied'));
      panel.announce(t('copied'));
      setTimeout(() => {
        button.replaceChildren(icon(COPY));
        button.setAttribute('aria-label', t('copy'));
      }, COPIED_MS);
    };
    const click = () => void copy().catch(() => panel.announce(t('copyFailed')));
    const button = h('button', { type: 'button', class: 'icon', 'aria-label': t('copy'), click }, icon(COPY));
    return button;
  }

  function rateButton(exchange: Exchange, rating: 'up' | 'down', drawing: string): HTMLElement {
    const rate = () => {
      const { questionId } = exchange;
      const chosen = exchange.rating === rating ? null : rating;
      exchange.rating = chosen;
      redrawActions(exchange, rating);
      // Sent in sequence, so that the last choice wins.
      exchange.savedRating = exchange.savedRating.then(async (saved) => {
        try {
          await chat.rate(questionId, chosen);
          host.emit('feedback', { questionId, rating: chosen });
          return chosen;
        } catch {
          if (exchange.rating === chosen) {
            exchange.rating = saved;
            redrawActions(exchange, rating);
          }
          panel.announce(t('rateFailed'));
          return saved;
        }
      });
    };
    return h(
      'button',
      {
        type: 'button',
        class: `icon rate-${rating}`,
        'aria-label': t(rating),
        'aria-pressed': String(exchange.rating === rating),
        click: rate,
      },
      icon(drawing),
    );
  }

  function redrawActions(exchange: Exchange, focused: 'up' | 'down'): void {
    exchange.element.querySelector('.actions')?.replaceWith(actionBar(exchange));
    exchange.element.querySelector<HTMLElement>(`.rate-${focused}`)?.focus();
  }

  function failureNotice(exchange: Exchange): HTMLElement {
    const retry = textButton(t('retry'), () => void answer(exchange));
    return h('div', { class: 'problem' }, h('span', {}, exchange.reason ?? t('answerFailed')), retry);
  }

  function newExchange(fields: Pick<Exchange, 'questionId' | 'question'>): Exchange {
    return {
      ...fields,
      text: '',
      citations: [],
      suggestions: [],
      answered: true,
      stopped: false,
      rating: null,
      state: 'writing',
      savedRating: Promise.resolve(null),
      element: h('div', { class: 'answer' }),
    };
  }

  async function ask(question: string): Promise<void> {
    const exchange = newExchange({ questionId: randomId(), question });
    exchanges.push(exchange);
    log.append(bubbleOf(exchange), exchange.element);
    scrollToEnd();
    host.emit('question', { questionId: exchange.questionId });
    await answer(exchange);
  }

  /** Asks and streams the answer. Retrying a question reuses its id, so the server answers it once. */
  async function answer(exchange: Exchange): Promise<void> {
    if (activeRequest) return;
    const controller = new AbortController();
    activeRequest = controller;
    panel.busyChanged();
    Object.assign(exchange, { text: '', citations: [], suggestions: [], stopped: false, state: 'writing' });
    draw(exchange);
    const { questionId, question } = exchange;
    let isComplete = false;
    try {
      for await (const { event, data } of chat.ask({ message: question, questionId }, controller.signal)) {
        if (event === 'conversation') host.store.set('key', data.conversationKey);
        else if (event === 'text') exchange.text += data.text;
        else if (event === 'citations') exchange.citations = data.citations;
        else if (event === 'suggestions') exchange.suggestions = [...data.suggestions];
        else if (event === 'error') throw new ChatError(503);
        else {
          exchange.answered = data.answered;
          isComplete = true;
        }
        scheduleDraw(exchange);
      }
      if (!isComplete) throw new ChatError(0);
      exchange.state = 'done';
    } catch (error) {
      exchange.stopped = controller.signal.aborted;
      exchange.state = exchange.stopped ? 'done' : 'failed';
      exchange.reason = failureText(error, 'answerFailed', t);
    }
    cancelAnimationFrame(frame);
    activeRequest = undefined;
    panel.busyChanged();
    // The visitor may have started a new conversation.
    if (!exchanges.includes(exchange)) return;
    draw(exchange);
    finish(exchange);
    // The question was asked before the earlier exchanges were shown.
    if (restoring && isComplete) void restore();
  }

  function finish(exchange: Exchange): void {
    const { state, stopped, text, citations, reason, questionId, answered } = exchange;
    if (state === 'failed') panel.announce(reason ?? t('answerFailed'));
    else if (stopped) panel.announce(t('stopped'));
    else panel.announce([plainAnswer(text, citations), ...exchange.suggestions].join(' '));
    host.store.set('beat', String(Date.now()));
    host.emit(state === 'failed' ? 'error' : 'answer', { questionId, answered, stopped });
  }

  async function restore(): Promise<void> {
    const request = chat.conversation();
    restoring = request;
    // If the conversation cannot be loaded, the current one stays. The next answer, in this tab or another, tries again.
    const loaded = await request.catch(() => undefined);
    if (!loaded || activeRequest || restoring !== request) return;
    restoring = undefined;
    // The server may not know another tab's new conversation yet.
    if (loaded.conversationKey) host.store.set('key', loaded.conversationKey);
    exchanges = loaded.exchanges.map((exchange) => ({
      ...newExchange(exchange),
      ...exchange,
      text: exchange.answer ?? '',
      savedRating: Promise.resolve(exchange.rating),
      state: exchange.answer === null ? 'failed' : 'done',
    }));
    drawAll();
  }

  function restart(): void {
    activeRequest?.abort();
    restoring = undefined;
    exchanges = [];
    drawAll();
  }

  return {
    element: log,
    isBusy: () => activeRequest !== undefined,
    ask,
    stop: () => activeRequest?.abort(),
    restore,
    restart,
    note(text) {
      log.append(bubble('bot', h('p', {}, text)));
      panel.announce(text);
      scrollToEnd();
    },
    redraw: drawAll,
    scrollToEnd,
  };
}
