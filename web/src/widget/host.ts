import type { Config } from './config.ts';
import type { Store } from './store.ts';

/** Whom the page says is asking. Without a signature that the client's server made, it is only a word. */
export interface Identity {
  userId?: string;
  signature?: string;
  name?: string;
  email?: string;
}

/** What the panel is given by the launcher, which has loaded it. */
export interface PanelHost {
  readonly container: HTMLElement;
  readonly root: ShadowRoot;
  readonly config: Config;
  /** Where the server is. */
  readonly base: string;
  readonly store: Store;
  locale(): string;
  /** Texts that the page has put in place of ours. */
  texts(): Readonly<Record<string, string>>;
  identity(): Identity;
  emit(event: string, detail?: unknown): void;
  close(): void;
  hideForAWhile(): void;
}

/** What the launcher asks of the panel. */
export interface Panel {
  show(): void;
  hide(): void;
  /** Somebody else is asking, or nobody any more. */
  restart(): void;
  /** Texts or direction have changed. */
  redraw(): void;
  destroy(): void;
}
