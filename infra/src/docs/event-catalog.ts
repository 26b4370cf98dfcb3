import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type EventType, eventDefinitions } from '@landline/event-schemas';
import { projectors } from '@landline/projections/projectors/index';
import { ROOT } from '../supervisor/instance.ts';

const DEFINITIONS = 'event-schemas/src/events';
const SOURCES = ['api/src', 'scoring-engine/src', 'projections/src/{relay,runner}', 'infra/src/anchor'];
const HEAD = `# Events

Every change in Landline is one of these events. This page is generated from the code: \`npm run docs:events\` writes it, and a test
fails when it is out of date. \`npm run landline -- events schemas <folder>\` writes the complete JSON Schema of each event.

"Written by" names the files that create the event; "read by" the read models that show it, then the files that react to it.
Fields in *italics* are personal: they are encrypted with a key per person, and destroying the key erases them.
`;

interface Source {
  readonly file: string;
  readonly text: string;
}

/** Returns the Markdown page of all event types, grouped by the file that defines them. */
export async function eventCatalog(): Promise<string> {
  const definitions = await sourcesOf(`${DEFINITIONS}/*.ts`);
  const sources = (await Promise.all(SOURCES.map((folder) => sourcesOf(`${folder}/**/*.ts`)))).flat();
  const types = Object.keys(eventDefinitions) as EventType[];
  const sections: string[] = [];
  const listed = new Set<EventType>();
  for (const { file } of definitions) {
    if (file.endsWith('/index.ts')) continue;
    const groups = Object.values((await import(pathToFileURL(path.join(ROOT, file)).href)) as object);
    const isDefined = (type: EventType) => groups.some((group) => group?.[type] === eventDefinitions[type]);
    const defined = types.filter(isDefined);
    if (defined.length === 0) continue;
    for (const type of defined) listed.add(type);
    sections.push(
      `## ${path.basename(file, '.ts')}\n\nDefined in [${file}](../${file}).\n`,
      '| event | version | fields | written by | read by |\n|---|---|---|---|---|',
      ...defined.map((type) => rowOf(type, sources)),
      '',
    );
  }
  const missing = types.filter((type) => !listed.has(type));
  if (missing.length > 0) throw new Error(`No definition found in ${DEFINITIONS}: ${missing.join(', ')}`);
  return `${HEAD}\n${sections.join('\n')}`;
}

function rowOf(type: EventType, sources: readonly Source[]): string {
  const { version, data, personal } = eventDefinitions[type];
  const personalFields = new Set(personal.flatMap(({ at, fields }) => (at === undefined ? fields : [at])));
  const fields = Object.keys(data.shape).map((field) => (personalFields.has(field) ? `*${field}*` : field));
  const having = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(linkOf);
  const writers = having(new RegExp(`\\btype: '${type}'`));
  const readModels = projectors.filter(({ on }) => type in on).map(({ name }) => name);
  const readers = having(new RegExp(`case '${type}'|^ +${type}: ?[(\\[]`, 'm'));
  const cells = [type, String(version), fields.join(', '), writers.join(', ')];
  return `| ${[...cells, [...readModels, ...readers].join(', ')].join(' | ')} |`;
}

const linkOf = ({ file }: Source) => `[${path.basename(file)}](../${file})`;

async function sourcesOf(pattern: string): Promise<Source[]> {
  const files: string[] = [];
  for await (const file of glob(pattern, { cwd: ROOT })) files.push(file);
  return Promise.all(
    files
      .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
      .sort()
      .map(async (file) => ({ file, text: await readFile(path.join(ROOT, file), 'utf8') })),
  );
}
