import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DECIDERS } from '@landline/api/operations/event-log/replay-deciders';
import { type EventType, eventDefinitions, streams } from '@landline/event-schemas';
import { projectors } from '@landline/projections/projectors/index';
import { ROOT } from '../supervisor/instance.ts';

const DEFINITIONS = 'event-schemas/src/events';
const SOURCES = ['api/src', 'scoring-engine/src', 'projections/src/{relay,runner}', 'infra/src/anchor'];
const HEAD = `# Events

Every change in Landline is one of these events. This page is generated from the code: \`npm run docs:events\` writes it, and a test
fails when it is out of date. \`npm run landline -- events schemas <folder>\` writes the complete JSON Schema of each event.

"Stream" is the name pattern of the event's streams. "Written by" lists its decider, and the files that create the event without
one. "Read by" lists the read models that show it, then the files that react to it.
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
      '| event | version | stream | fields | written by | read by |\n|---|---|---|---|---|---|',
      ...(await Promise.all(defined.map((type) => rowOf(type, sources)))),
      '',
    );
  }
  const missing = types.filter((type) => !listed.has(type));
  if (missing.length > 0) throw new Error(`No definition found in ${DEFINITIONS}: ${missing.join(', ')}`);
  return `${HEAD}\n${sections.join('\n')}`;
}

async function rowOf(type: EventType, sources: readonly Source[]): Promise<string> {
  const { version, data, personal } = eventDefinitions[type];
  const personalFields = new Set(
    personal.flatMap(({ listField, fields }) => (listField === undefined ? fields : [listField])),
  );
  const fields = Object.keys(data.shape).map((field) => (personalFields.has(field) ? `*${field}*` : field));
  const filesMatching = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(linkOf);
  const writers = writersOf(type, sources);
  const kinds = new Set((await Promise.all(writers.map((file) => kindsIn(file, sources)))).flat());
  if (writers.length === 0 || kinds.size === 0) throw new Error(`No writer or no stream found for ${type}`);
  const readModels = projectors.filter(({ on }) => type in on).map(({ name }) => name);
  const readers = filesMatching(new RegExp(`case '${type}'|^ +${type}(: |\\(|,$)`, 'm'));
  const cells = [
    type,
    String(version),
    [...kinds].map(patternOf).join(', '),
    fields.join(', '),
    writers.map(linkOf).join(', '),
    [...readModels, ...readers].join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}

type StreamKind = keyof typeof streams;

const DECIDER = /^export const (\w+): Decider</gm;

/**
 * Returns the deciders that contain the event's name, in full or as a prefix, and the files that create the event
 * directly.
 */
function writersOf(type: EventType, sources: readonly Source[]): Source[] {
  const names = ({ text }: Source) =>
    text.includes(`'${type}'`) ||
    [...text.matchAll(/`(\w+)\$\{string\}`/g)].some(([, beginning = '']) => type.startsWith(beginning));
  return sources.filter(
    (source) =>
      source.text.includes(`type: '${type}'`) || (source.text.search(DECIDER) >= 0 && names(source)),
  );
}

/**
 * Returns the kinds of streams that a file writes to: the streams of its deciders or, without deciders, those it
 * names.
 */
async function kindsIn({ file, text }: Source, sources: readonly Source[]): Promise<StreamKind[]> {
  const exported = [...text.matchAll(DECIDER)].map(([, name = '']) => name);
  if (exported.length === 0) return kindsNamed(text);
  const module = (await import(pathToFileURL(path.join(ROOT, file)).href)) as Record<string, object>;
  return exported.flatMap((name) => {
    const registered = (Object.keys(DECIDERS) as StreamKind[]).filter(
      (kind) => DECIDERS[kind] === module[name],
    );
    if (registered.length > 0) return registered;
    const execution = new RegExp(`\\bexecute\\(\\s*${name},\\s*\\{[^}]*?\\bstream: streams\\.\\w+`, 'g');
    return sources.flatMap((source) =>
      [...source.text.matchAll(execution)].flatMap(([call]) => kindsNamed(call)),
    );
  });
}

/** Skips the streams that a file only reads. */
const kindsNamed = (text: string): StreamKind[] =>
  [...text.matchAll(/(?<!\b(?:lastOf|read\w*)\((?:\w+, )?)\bstreams\.(\w+)/g)].map(
    ([, kind]) => kind as StreamKind, // the compiler checks the name
  );

/** Returns the name of a stream with its parameters in braces, such as `client-{id}`. */
function patternOf(kind: StreamKind): string {
  const nameOf: (...ids: string[]) => string = streams[kind];
  const [, parameters = ''] = /^\(([^)]*)\)/.exec(String(nameOf)) ?? [];
  return `\`${nameOf(...parameters.split(',').map((each) => `{${each.trim()}}`))}\``;
}

const linkOf = ({ file }: Source) => `[${file.split('/').slice(-2).join('/')}](../${file})`;

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
