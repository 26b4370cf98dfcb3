import { createChat } from './chat.ts';
import { createConversation } from './conversation-view.ts';
import { h, icon, sheetOf } from './dom.ts';
import type { Panel, PanelHost } from './host.ts';
import { createMessageForm } from './message-form.ts';
import css from './panel.css?inline';
import { brandingText, createTranslate } from './texts.ts';

const CLOSE = 'm6 6 12 12M18 6 6 18';
const MORE = 'M5 12h.01M12 12h.01M19 12h.01';
const SEND = 'M5 12 3 4l18 8-18 8 2-8Zm0 0h8';
const STOP = 'M7 7h10v10H7z';
const NARROW = '(max-width: 480px), (max-height: 480px)';
const MAX_MESSAGE_LENGTH = 2000;

/**
 * Returns whether a key confirms or cancels Japanese or Chinese input. Safari ends the composition before that key, but
 * gives it the code 229.
 */
const isComposing = (event: KeyboardEvent) => event.isComposing || event.keyCode === 229;

/** Creates the panel and adds it to the launcher's container. */
export function mount(host: PanelHost): Panel {
  const { container, config, emit } = host;
  const { branding } = config;
  const t = createTranslate(host.locale, host.texts);
  const chat = createChat(host);
  const narrow = matchMedia(NARROW);

  const status = h('p', { class: 'status', role: 'status' });
  const offline = h('p', { class: 'offline', role: 'alert' });
  const view = createConversation(host, chat, t, {
    announce: (text) => {
      status.textContent = text;
    },
    busyChanged: drawSend,
    leaveMessage: openMessageForm,
  });

  const title = h('h2', {}, branding.botName);
  const menu = h('div', { class: 'menu', id: 'menu' });
  const more = iconButton('more', MORE, () => toggleMenu());
  more.setAttribute('aria-controls', menu.id);
  const close = iconButton('close', CLOSE, () => host.close());
  const header = h('header', {}, logo(), title, more, close, menu);
  const input = h('textarea', {
    rows: 1,
    maxlength: MAX_MESSAGE_LENGTH,
    enterkeyhint: 'send',
    autocomplete: 'off',
    input: grow,
    keydown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
      event.preventDefault();
      // While an answer streams, Enter leaves the next question in the input. Only the Stop button stops the answer.
      if (!view.isBusy()) submit();
    },
  });
  const send = h('button', { class: 'send', type: 'submit' });
  const composer = h(
    'form',
    {
      class: 'composer',
      novalidate: true,
      submit: (event: Event) => {
        event.preventDefault();
        submit();
      },
    },
    input,
    send,
  );
  const body = h('div', { class: 'body' }, view.element);
  const dialog = h(
    'section',
    {
      class: 'panel',
      role: 'dialog',
      tabindex: -1,
      hidden: true,
      keydown: onKey,
      pointerdown: leaveMenu,
      focusin: leaveMenu,
    },
    header,
    offline,
    body,
    composer,
    status,
  );

  function iconButton(name: string, drawing: string, click: () => void): HTMLButtonElement {
    return h('button', { type: 'button', class: `icon ${name}`, click }, icon(drawing));
  }

  function logo(): HTMLElement {
    const letter = h('span', { class: 'logo', 'aria-hidden': 'true' }, [...branding.botName][0] ?? '');
    if (!branding.logoUrl) return letter;
    // Falls back to the initial if the image is blocked or missing.
    const image = h('img', { class: 'logo', alt: '', src: branding.logoUrl, referrerpolicy: 'no-referrer' });
    image.addEventListener('error', () => image.replaceWith(letter));
    return image;
  }

  function drawSend(): void {
    const busy = view.isBusy();
    send.replaceChildren(icon(busy ? STOP : SEND));
    send.setAttribute('aria-label', t(busy ? 'stop' : 'send'));
  }

  function grow(): void {
    input.style.height = 'auto';
    input.style.height = `${Math.min(input.scrollHeight, 120)}px`;
  }

  function submit(): void {
    if (view.isBusy()) {
      view.stop();
      return;
    }
    const text = input.value.trim();
    if (text === '') return;
    input.value = '';
    grow();
    void view.ask(text);
  }

  function toggleMenu(open = menu.childElementCount === 0): void {
    more.setAttribute('aria-expanded', String(open));
    const entry = (key: 'restart' | 'leave' | 'hide', run: () => void) => {
      const click = () => {
        toggleMenu(false);
        run();
      };
      return h('button', { type: 'button', click }, t(key));
    };
    menu.replaceChildren(
      ...(open
        ? [entry('restart', restart), entry('leave', openMessageForm), entry('hide', host.hideForAWhile)]
        : []),
    );
    if (open) menu.querySelector('button')?.focus();
  }

  /** Closes the menu when the visitor uses another part of the panel. */
  function leaveMenu({ target }: Event): void {
    // In Safari, a click on a button focuses the dialog instead of the button.
    if (target !== dialog && ![menu, more].some((part) => part.contains(target as Node))) toggleMenu(false);
  }

  function restart(): void {
    host.store.set('key', null);
    view.restart();
    focusInput();
  }

  function openMessageForm(): void {
    const hideRest = (hidden: boolean) => {
      for (const part of [more, body, composer]) part.hidden = hidden;
    };
    const back = (sent: boolean) => {
      form.remove();
      hideRest(false);
      grow();
      if (sent) view.note(t('left'));
      focusInput();
    };
    const form = createMessageForm(host, chat, t, back);
    hideRest(true);
    dialog.insertBefore(form, composer);
    form.querySelector('input')?.focus();
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !isComposing(event)) {
      // Keep Escape from closing the page's own dialogs.
      event.stopPropagation();
      if (menu.childElementCount > 0) {
        toggleMenu(false);
        more.focus();
      } else host.close();
    } else if (event.key === 'Tab' && narrow.matches) trapFocus(event);
  }

  /** Traps the focus while the panel covers the page. */
  function trapFocus(event: KeyboardEvent): void {
    const focusable = [
      ...dialog.querySelectorAll<HTMLElement>(
        'button:not(:disabled), a[href], textarea, input, [tabindex="0"]',
      ),
    ].filter((each) => each.checkVisibility());
    const [first, last] = [focusable[0], focusable.at(-1)];
    const from = host.root.activeElement;
    const isLeaving = event.shiftKey ? from === first || from === dialog : from === last;
    if (!isLeaving) return;
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  }

  /**
   * Focuses the input, or the first field of the message form. On touch devices, focuses the dialog instead, because the
   * on-screen keyboard would cover the conversation.
   */
  function focusInput(): void {
    if (matchMedia('(pointer: coarse)').matches) dialog.focus();
    else (dialog.querySelector<HTMLElement>('.leave input') ?? input).focus();
  }

  function drawOffline(): void {
    offline.textContent = navigator.onLine ? '' : t('offline');
  }

  function redraw(): void {
    const placeholder = brandingText('placeholder', {
      text: branding.placeholderText,
      t,
      pageTexts: host.texts(),
    });
    const labels: [Element, string][] = [
      [dialog, branding.botName],
      [close, t('close')],
      [more, t('menu')],
      [input, placeholder],
    ];
    for (const [element, label] of labels) element.setAttribute('aria-label', label);
    input.placeholder = placeholder;
    toggleMenu(false);
    drawSend();
    drawOffline();
    view.redraw();
  }

  const drawModal = () => dialog.setAttribute('aria-modal', String(narrow.matches));
  const stopListening = host.store.onChange((name) => {
    // Another tab ended or continued the conversation.
    if (name === 'key' && host.store.get('key') === null) view.restart();
    if (name === 'beat' && !view.isBusy()) void view.restore();
  });

  host.root.adoptedStyleSheets = [
    ...host.root.adoptedStyleSheets.slice(0, 1),
    sheetOf(css),
    ...host.root.adoptedStyleSheets.slice(1),
  ];
  container.append(dialog);
  redraw();
  drawModal();
  narrow.addEventListener('change', drawModal);
  addEventListener('online', drawOffline);
  addEventListener('offline', drawOffline);
  void view.restore();
  emit('loaded');

  return {
    show(takesFocus) {
      dialog.hidden = false;
      // The hidden input had no height to adapt to.
      grow();
      view.scrollToEnd();
      if (takesFocus || narrow.matches) focusInput();
    },
    hide() {
      dialog.hidden = true;
      toggleMenu(false);
    },
    restart() {
      view.restart();
      void view.restore();
    },
    redraw,
    destroy() {
      view.stop();
      stopListening();
      narrow.removeEventListener('change', drawModal);
      removeEventListener('online', drawOffline);
      removeEventListener('offline', drawOffline);
    },
  };
}
