import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../supervisor/instance.ts';
import { eventCatalog } from './event-catalog.ts';

await writeFile(path.join(ROOT, 'docs/events.md'), await eventCatalog());
