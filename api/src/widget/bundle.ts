import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { DomainError } from '../errors.ts';

/** What the web's second build makes: the part that every page loads, the part that opens, and their styles as text. */
export interface WidgetBundle {
  launcher: string;
  panel: string;
  style: string;
  /** Of the panel's content: an address with it never changes. */
  panelHash: string;
}

const FILES = ['launcher.js', 'panel.js', 'widget.css'] as const;

/** Reads the built widget, and again when it was built anew. */
export function createBundleReader(webDir: string | undefined): () => Promise<WidgetBundle> {
  let known: { at: number; bundle: Promise<WidgetBundle> } | undefined;
  return async () => {
    if (webDir === undefined) throw notBuilt();
    const dir = path.join(webDir, 'widget');
    const built = await stat(path.join(dir, 'launcher.js')).catch(() => undefined);
    if (!built) throw notBuilt();
    if (known?.at !== built.mtimeMs) known = { at: built.mtimeMs, bundle: read(dir) };
    return known.bundle;
  };
}

async function read(dir: string): Promise<WidgetBundle> {
  const [launcher = '', panel = '', style = ''] = await Promise.all(
    FILES.map((file) => readFile(path.join(dir, file), 'utf8')),
  );
  return { launcher, panel, style, panelHash: hashOf(panel) };
}

export const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16);

const notBuilt = () =>
  new DomainError('unavailable', 'WIDGET_NOT_BUILT', 'Server error. Please try again later.', {
    retryAfter: 10,
  });
