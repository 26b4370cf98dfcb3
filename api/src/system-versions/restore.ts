import { DEFAULT_SITE_SETTINGS, type EventData, priceListData, streams } from '@landline/event-schemas';
import { scoringModel } from '@landline/scoring-engine';
import { z } from 'zod';
import { priceList } from '../billing/price-list.ts';
import { branding } from '../branding/contract.ts';
import type { Commands, Origin } from '../commands/commands.ts';
import { DomainError } from '../errors.ts';
import type { Prompt } from '../prompts/prompt.ts';
import { restoredPrompt } from '../prompts/restore.ts';
import { publishedModel } from '../scoring/published-model.ts';
import { siteSettings } from '../scraping/contract.ts';
import { site } from '../scraping/site.ts';
import { widgetConfiguration } from '../widget/contract.ts';
import { widgetGlobals } from '../widget/globals.ts';
import { type RestoreWidget, restoredWidget } from '../widget/restore.ts';
import type { Difference } from './documents.ts';

/** How many streams are written to at the same time: the event store commits together what comes together. */
const AT_ONCE = 64;

/** What came of it: how many events were appended, and which documents can never be as the version has them. */
export interface Restored {
  appended: number;
  refused: { difference: Difference; reason: string }[];
}

/**
 * Appends what makes these documents the version's. Each aggregate decides against its own stream whether anything is left
 * to do, so doing it again, after a crash or beside somebody else, changes nothing that is so already. What is refused
 * keeps nothing else from being restored; what only fails now (a store that is away) is thrown when all others are done.
 * Ends early once nobody wants it any more.
 */
export async function restoreDocuments(
  commands: Commands,
  differences: readonly Difference[],
  origin: Origin,
  isWanted: () => Promise<boolean>,
): Promise<Restored> {
  const restored: Restored = { appended: 0, refused: [] };
  const failures: unknown[] = [];
  const left = [...byStream(differences)];
  const restore = async (stream: string, group: Group): Promise<void> => {
    try {
      restored.appended += await restoreStream(commands, stream, group, origin);
    } catch (error) {
      const [difference, ...others] = group;
      if (!isRefusal(error)) failures.push(error);
      // One of them is in the way of the others.
      else if (others.length > 0) for (const each of group) await restore(stream, [each]);
      else restored.refused.push({ difference, reason: wordsOf(error) });
    }
  };
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      await restore(...next);
      if (left.length > 0 && left.length % CHECKED_EVERY === 0 && !(await isWanted())) left.length = 0;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failures.length > 0) throw failures[0];
  return restored;
}

/** After so many streams it is asked whether the rollback has been abandoned. */
const CHECKED_EVERY = 256;

/** What trying again does not change: a document that the rules of today refuse, or that is too much for the log. */
function isRefusal(error: unknown): error is DomainError | z.ZodError {
  if (error instanceof z.ZodError) return true;
  return error instanceof DomainError && error.kind !== 'unavailable' && error.kind !== 'conflict';
}

function wordsOf(error: DomainError | z.ZodError): string {
  if (error instanceof DomainError) return error.message;
  return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
}

type Group = [Difference, ...Difference[]];

function byStream(differences: readonly Difference[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const difference of differences) {
    const stream = streamOf(difference);
    const group = groups.get(stream);
    if (group) group.push(difference);
    else groups.set(stream, [difference]);
  }
  return groups;
}

/** What stands after the kind. */
const idOf = ({ document_id }: Difference) => document_id.slice(document_id.indexOf(':') + 1);

function streamOf(difference: Difference): string {
  switch (difference.kind) {
    case 'global_branding':
    case 'widget_templates':
      return streams.widgetGlobals();
    case 'prompt':
      return streams.prompt(idOf(difference));
    case 'site_settings':
      return streams.site(difference.client_id ?? '');
    case 'price_list':
      return streams.priceList();
    case 'scoring_model':
      return streams.trainingModel(idOf(difference));
    case 'branding':
    case 'widget_configuration':
    case 'widget_version':
    case 'default_widget_version':
      return streams.widget(difference.client_id ?? '');
  }
}

/** How many events it took. */
async function restoreStream(
  commands: Commands,
  stream: string,
  group: Group,
  origin: Origin,
): Promise<number> {
  const [first] = group;
  switch (first.kind) {
    case 'global_branding':
    case 'widget_templates': {
      let appended = 0;
      for (const difference of group) {
        const command = globalsCommand(difference);
        appended += (await commands.execute(widgetGlobals, { stream, command, ...origin })).events.length;
      }
      return appended;
    }
    case 'prompt': {
      const known = { state: presentPrompt(first), revision: first.revision };
      const execution = { stream, command: promptCommand(first), known, ...origin };
      return (await commands.execute(restoredPrompt, execution)).events.length;
    }
    case 'site_settings': {
      const command = siteCommand(first);
      return (await commands.execute(site, { stream, command, ...origin })).events.length;
    }
    case 'price_list': {
      const command = { type: 'restore', price_list: priceListData.parse(first.after) } as const;
      return (await commands.execute(priceList, { stream, command, ...origin })).events.length;
    }
    case 'scoring_model': {
      const command = { document: scoringModel.parse(first.after) };
      return (await commands.execute(publishedModel, { stream, command, ...origin })).events.length;
    }
    default: {
      const command = widgetCommand(group);
      return (await commands.execute(restoredWidget, { stream, command, ...origin })).events.length;
    }
  }
}

function globalsCommand({ kind, after }: Difference) {
  if (kind === 'global_branding')
    return { type: 'restore_branding', branding: branding.nullable().parse(after) } as const;
  return { type: 'change_templates', ...((after as Templates | null) ?? { script: '', style: '' }) } as const;
}

function siteCommand({ client_id, after }: Difference) {
  const settings = after === null ? DEFAULT_SITE_SETTINGS : siteSettings.parse(after);
  return { type: 'change_settings', client_id: client_id ?? '', ...settings } as const;
}

// What the projector made of the events of each kind.
type Templates = { script: string; style: string };
type PromptContent = Pick<EventData<'PromptRestored'>, 'prompt_type' | 'content'>;
type VersionContent = Omit<EventData<'WidgetVersionReturned'>, 'client_id' | 'version_id'>;

/** A prompt's stream has nothing but what its document is made of: what is known of it needs no reading. */
function presentPrompt(difference: Difference): Prompt {
  const before = difference.before as PromptContent | null;
  return before
    ? { prompt_id: idOf(difference), client_id: difference.client_id ?? '', ...before }
    : undefined;
}

function promptCommand(difference: Difference) {
  const prompt_id = idOf(difference);
  const after = difference.after as PromptContent | null;
  const added_at = difference.added_at.toISOString();
  const client_id = difference.client_id ?? '';
  return { prompt_id, restored: after && { prompt_id, client_id, ...after, added_at } };
}

function widgetCommand(group: Group): RestoreWidget {
  const client_id = group[0].client_id ?? '';
  const of = (kind: Difference['kind']) => group.find((difference) => difference.kind === kind);
  const versions = group.filter(({ kind }) => kind === 'widget_version');
  const [brand, configuration, standard] = [
    of('branding'),
    of('widget_configuration'),
    of('default_widget_version'),
  ];
  return {
    client_id,
    ...(brand && { branding: branding.nullable().parse(brand.after) }),
    ...(configuration && { configuration: widgetConfiguration.nullable().parse(configuration.after) }),
    ...(standard && {
      default_version_id: (standard.after as { version_id: string } | null)?.version_id ?? null,
    }),
    withdrawn: versions.filter(({ after }) => after === null).map(idOf),
    returned: versions
      .filter(({ after }) => after !== null)
      .map((difference) => ({
        client_id,
        version_id: idOf(difference),
        ...(difference.after as VersionContent),
      })),
  };
}
