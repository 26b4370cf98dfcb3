import type { Config } from './config.ts';
import type { Store } from './store.ts';

/** The visitor's identity as claimed by the page; untrusted without a signature from the client's server. */
export interface Identity {
  userId?: string;
  signature?: string;
  name?: string;
  email?: string;
}

/** The launcher's interface for the panel. */
export interface PanelHost {
  readonly container: HTMLElement;
  readonly root: ShadowRoot;
  readonly config: Config;
  /** Base URL of the server. */
  readonly base: string;
  readonly store: Store;
  locale(): string;
  /** Texts that the page overrides. */
  texts(): Readonly<Record<string, string>>;
  identity(): Identity;
  emit(event: string, detail?: unknown): void;
  close(): void;
  hideForAWhile(): void;
}

/** The panel's interface for the launcher. */
export interface Panel {
  /** Moves the focus into a panel that covers the page in any case. */
  show(takesFocus: boolean): void;
  hide(): void;
  /** Restarts after the visitor's identity changes. */
  restart(): void;
  /** Redraws after a change of texts or direction. */
  redraw(): void;
  destroy(): void;
}
