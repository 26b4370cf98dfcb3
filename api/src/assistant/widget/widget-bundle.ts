import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { unavailable } from '../../platform/errors.ts';

/** The built widget: launcher (loaded by every page), panel (loaded on first use) and styles. */
export interface WidgetBundle {
  launcher: string;
  panel: string;
  style: string;
  /** Content hash of the panel, for an immutable URL. */
  panelHash: string;
}

const FILES = ['launcher.js', 'panel.js', 'widget.css'] as const;

/** Returns a reader of the built widget that reloads it after a new build. */
export function createBundleReader(webDir: string | undefined): () => Promise<WidgetBundle> {
  let cached: { builtAtMs: number; bundle: Promise<WidgetBundle> } | undefined;
  return async () => {
    if (webDir === undefined) throw notBuilt();
    const dir = path.join(webDir, 'widget');
    const launcher = await stat(path.join(dir, 'launcher.js')).catch(() => undefined); // not built
    if (!launcher) throw notBuilt();
    if (cached?.builtAtMs !== launcher.mtimeMs)
      cached = { builtAtMs: launcher.mtimeMs, bundle: readBundle(dir) };
    return cached.bundle;
  };
}

async function readBundle(dir: string): Promise<WidgetBundle> {
  const [launcher = '', panel = '', style = ''] = await Promise.all(
    FILES.map((file) => readFile(path.join(dir, file), 'utf8')),
  );
  return { launcher, panel, style, panelHash: hashOf(panel) };
}

export const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16);

const notBuilt = () => unavailable(10, 'WIDGET_NOT_BUILT');
