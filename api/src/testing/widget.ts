import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Creates a web directory with a fake widget build that exposes its configuration. */
export async function createWidgetDirectory(): Promise<{ dir: string; remove(): Promise<void> }> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'landline-widget-'));
  await mkdir(path.join(dir, 'widget'));
  const files = {
    'launcher.js': 'globalThis.delivered = landlineConfig; landlineTemplate?.({});',
    'panel.js': 'export const panel = true;',
    'widget.css': ':host { color: red }',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(dir, 'widget', name), text);
  return { dir, remove: () => rm(dir, { recursive: true }) };
}
