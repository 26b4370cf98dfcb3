import { readableOn } from './colors.ts';
import { h, icon, sheetOf } from './dom.ts';
import type { Identity, Panel, PanelHost } from './host.ts';
import css from './launcher.css?inline';
import { createStore } from './store.ts';

/** Default hiding time, in seconds (spec 000 §9). */
const HIDE_SECONDS = 30;
/** Number of times that the widget reattaches itself after the page removes it. */
const MAX_REATTACHMENTS = 20;
const TAG = 'landline-widget';
const POSITIONS = ['bottom-right', 'bottom-left', 'top-right', 'top-left'];
const RTL = /^(ar|dv|fa|he|ku|ps|sd|ug|ur|yi)\b/;
const CHAT =
  'M12 3C6.5 3 2 6.9 2 11.6c0 2.7 1.5 5.1 3.8 6.7L5 22l4.2-2.1c.9.2 1.8.3 2.8.3 5.5 0 10-3.9 10-8.6S17.5 3 12 3Z';
const CROSS = 'm6 6 12 12M18 6 6 18';
/** Texts of the closed widget; the panel has its own texts. */
const EN = { chat: 'Chat with AI', dismiss: 'Dismiss', failed: 'The chat could not be loaded. Try again.' };
const ES: typeof EN = {
  chat: 'Chatear con IA',
  dismiss: 'Descartar',
  failed: 'No se pudo cargar el chat. Inténtelo de nuevo.',
};

type Listener = (detail: unknown) => void;
type Scheme = 'light' | 'dark' | 'auto';

/** The public API of pages: `landline.open()` or `landline('open')`. */
interface Api {
  open(): void;
  close(): void;
  toggle(): void;
  /** Hides the widget for a number of seconds, on every page of the site. */
  hide(seconds?: number): void;
  show(): void;
  identify(identity: Identity): void;
  /** Forgets the conversation and the visitor's identity. */
  reset(): void;
  on(event: string, listener: Listener): void;
  off(event: string, listener: Listener): void;
  setLocale(locale: string, texts?: Record<string, string>): void;
  setColorScheme(scheme: Scheme): void;
  /** Removes the widget from the page. */
  destroy(): void;
}

type Command = [name: keyof Api, ...parameters: never[]];
/**
 * The global function queues calls until the widget is loaded. With two widgets on a page, it controls the first one.
 */
type Landline = Api & {
  (...command: Command): void;
  q?: Command[];
  widgets: Record<string, Api>;
};

class LandlineWidget extends HTMLElement {
  readonly root = this.attachShadow({ mode: 'open' });
  private reattachments = 0;
  isDestroyed = false;

  /** Reattaches the widget when a page re-renders its body. */
  disconnectedCallback(): void {
    setTimeout(() => {
      if (!this.isDestroyed && !this.isConnected && this.reattachments++ < MAX_REATTACHMENTS)
        (document.body ?? document.documentElement).append(this);
    });
  }
}

const script = document.currentScript as HTMLScriptElement | null;
const config = { ...landlineConfig, clientId: landlineConfig.clientId || script?.dataset.clientId || '' };
const page = window as unknown as { landline?: Landline };

if (document.body) start();
else addEventListener('DOMContentLoaded', start);

/** Adds the widget, unless another script of the same client already did. */
function start(): void {
  if (page.landline?.widgets?.[config.clientId]) return;
  const api = createWidget();
  const queued = page.landline?.q ?? [];
  if (!page.landline?.widgets) {
    const call = (...[name, ...parameters]: Command) =>
      (landline[name] as (...all: unknown[]) => void)?.(...parameters);
    const landline = Object.assign(call, api, { widgets: {} }) as Landline;
    page.landline = landline;
  }
  page.landline.widgets[config.clientId] = api;
  for (const command of queued) runPageCode(() => page.landline?.(...command));
  try {
    landlineTemplate?.(api);
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: developers of the page look in the console
    console.error('landline: the template failed', error);
  }
}

/** Runs a page's code and reports its errors as uncaught, so that they stop nothing else. */
function runPageCode(run: () => void): void {
  try {
    run();
  } catch (error) {
    reportError(error);
  }
}

function createWidget(): Api {
  const { branding, configuration } = config;
  const store = createStore(config.clientId);
  const base = new URL(script?.src || location.href).origin;
  const listeners = new Map<string, Set<Listener>>();
  const requestedPosition = script?.dataset.position ?? configuration.position;
  const position = POSITIONS.includes(requestedPosition) ? requestedPosition : 'bottom-right';
  let locale = script?.dataset.locale || document.documentElement.lang || navigator.language || 'en';
  let pageTexts: Record<string, string> = {};
  let identity: Identity = {};
  let scheme: Scheme = 'auto';
  let isOpen = false;
  let loading: Promise<{ mount(host: PanelHost): Panel }> | undefined;
  let failedLoads = 0;
  let panel: Panel | undefined;
  let showTimer: ReturnType<typeof setTimeout> | undefined;

  if (!customElements.get(TAG)) customElements.define(TAG, LandlineWidget);
  const host = document.createElement(TAG) as LandlineWidget;
  const label = h('span', { class: 'label' });
  const button = h(
    'button',
    {
      class: 'launcher',
      type: 'button',
      'aria-expanded': 'false',
      'aria-haspopup': 'dialog',
      click: () => api.toggle(),
    },
    icon(CHAT),
    label,
  );
  const message = h('p', { class: 'message', role: 'status' });
  const container = h('div', { class: 'widget', 'data-position': position }, message, button);
  const prefersDark = matchMedia('(prefers-color-scheme: dark)');

  const texts = () => (locale.slice(0, 2).toLowerCase() === 'es' ? ES : EN);
  const emit = (event: string, detail?: unknown) => {
    for (const listener of listeners.get(event) ?? []) runPageCode(() => listener(detail));
  };

  function paint(): void {
    const { primaryColor, userLinkColor, aiLinkColor, widgetButtonText } = branding;
    for (const [name, value] of Object.entries({
      primary: primaryColor,
      'on-primary': readableOn(primaryColor),
      'user-link': userLinkColor,
      'ai-link': aiLinkColor,
    }))
      container.style.setProperty(`--own-${name}`, value);
    const text = widgetButtonText === EN.chat ? texts().chat : widgetButtonText;
    label.textContent = text;
    label.hidden = text === '';
    button.setAttribute('aria-label', text || branding.botName);
    container.lang = locale;
    container.dir = document.documentElement.dir || (RTL.test(locale) ? 'rtl' : 'ltr');
  }

  /** Follows the page's color scheme, or the visitor's if the page supports both. */
  function paintScheme(): void {
    const { colorScheme } = getComputedStyle(document.documentElement);
    const dark =
      scheme === 'auto'
        ? /dark/.test(colorScheme) && (!/light/.test(colorScheme) || prefersDark.matches)
        : scheme === 'dark';
    container.dataset.scheme = dark ? 'dark' : 'light';
  }

  /** Stacks widgets that share a corner. */
  function stackInCorner(): void {
    const earlierWidgets = [...document.querySelectorAll<LandlineWidget>(TAG)].filter(
      (other) => other !== host && other.dataset.position === position,
    );
    container.style.setProperty('--own-before', String(earlierWidgets.length));
  }

  function showBubble(text: string, dismissible: boolean): void {
    const dismiss = () => {
      message.replaceChildren();
      button.focus();
      store.set('dismissed', '1');
    };
    const cross = h(
      'button',
      { type: 'button', class: 'dismiss', 'aria-label': texts().dismiss, click: dismiss },
      icon(CROSS),
    );
    const openButton = h('button', { type: 'button', class: 'saying', click: () => api.open() }, text);
    message.replaceChildren(openButton, ...(dismissible ? [cross] : []));
  }

  const panelHost: PanelHost = {
    container,
    root: host.root,
    config,
    base,
    store,
    locale: () => locale,
    texts: () => pageTexts,
    identity: () => identity,
    emit,
    close: () => api.close(),
    hideForAWhile: () => api.hide(),
  };

  async function open(takesFocus: boolean): Promise<void> {
    isOpen = true;
    message.replaceChildren();
    button.setAttribute('aria-expanded', 'true');
    button.setAttribute('aria-busy', 'true');
    try {
      // `import()` inherits the nonce of this script, so that a page's Content Security Policy need not list our host.
      // Chrome repeats the failure of a URL without a request, so each retry has another fragment.
      loading ??= import(/* @vite-ignore */ `${base}${config.panel}#${failedLoads}`);
      const { mount } = await loading;
      // Closed, or closed and opened again, while the panel was loading.
      if (!isOpen || 'open' in container.dataset) return;
      panel ??= mount(panelHost);
      store.set('open', '1');
      panel.show(takesFocus);
      container.dataset.open = '';
      emit('open');
    } catch {
      loading = undefined;
      failedLoads++;
      if (!isOpen) return;
      isOpen = false;
      button.setAttribute('aria-expanded', 'false');
      showBubble(texts().failed, false);
      emit('error', { code: 'PANEL_NOT_LOADED' });
    } finally {
      button.removeAttribute('aria-busy');
    }
  }

  function updateHidden(): void {
    const remainingMs = Number(store.get('hiddenUntil') ?? 0) - Date.now();
    host.hidden = remainingMs > 0;
    clearTimeout(showTimer);
    // Timers cannot wait longer than 24 days.
    if (remainingMs > 0 && remainingMs < 2 ** 31) showTimer = setTimeout(updateHidden, remainingMs);
  }

  const redraw = () => {
    paint();
    panel?.redraw();
  };

  const api: Api = {
    open: () => {
      api.show();
      if (!isOpen) void open(true);
    },
    close() {
      if (!isOpen) return;
      const hadFocus = host.root.activeElement !== null;
      isOpen = false;
      store.set('open', null);
      delete container.dataset.open;
      button.setAttribute('aria-expanded', 'false');
      panel?.hide();
      if (hadFocus) button.focus();
      emit('close');
    },
    toggle: () => (isOpen ? api.close() : api.open()),
    hide(seconds = HIDE_SECONDS) {
      api.close();
      store.set('hiddenUntil', String(Date.now() + seconds * 1000));
      updateHidden();
      emit('hide');
    },
    show() {
      if (!host.hidden) return;
      store.set('hiddenUntil', null);
      updateHidden();
      emit('show');
    },
    identify(next) {
      const previousUser = store.get('user');
      identity = { ...next };
      // Another user must not see the previous conversation.
      if (previousUser !== null && previousUser !== (next.userId ?? null)) store.set('key', null);
      store.set('user', next.userId ?? null);
      panel?.restart();
    },
    reset() {
      identity = {};
      for (const name of ['key', 'user', 'token'] as const) store.set(name, null);
      panel?.restart();
      emit('reset');
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      if (event === 'ready') listener(undefined);
    },
    off: (event, listener) => void listeners.get(event)?.delete(listener),
    setLocale(to, texts = {}) {
      locale = to;
      pageTexts = texts;
      redraw();
    },
    setColorScheme(to) {
      scheme = to;
      paintScheme();
    },
    destroy() {
      host.isDestroyed = true;
      isOpen = false;
      clearTimeout(showTimer);
      clearTimeout(proactive);
      prefersDark.removeEventListener('change', paintScheme);
      stopListening();
      panel?.destroy();
      host.remove();
      const { landline } = page;
      if (!landline) return;
      delete landline.widgets[config.clientId];
      if (Object.keys(landline.widgets).length === 0) delete page.landline;
      else Object.assign(landline, Object.values(landline.widgets)[0]);
    },
  };

  host.dataset.position = position;
  host.root.adoptedStyleSheets = [sheetOf(css), ...(config.style ? [sheetOf(config.style)] : [])];
  host.root.append(container);
  paint();
  paintScheme();
  prefersDark.addEventListener('change', paintScheme);
  const stopListening = store.onChange((name) => name === 'hiddenUntil' && updateHidden());
  stackInCorner();
  updateHidden();
  document.body.append(host);
  if (store.get('open')) void open(false);
  const { proactiveMessage, proactiveDelaySeconds } = configuration;
  const proactive = proactiveMessage
    ? setTimeout(() => {
        if (!isOpen && !store.get('dismissed') && !store.get('key')) showBubble(proactiveMessage, true);
      }, proactiveDelaySeconds * 1000)
    : undefined;
  return api;
}
