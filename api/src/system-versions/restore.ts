import { type EventData, streams } from '@landline/event-schemas';
import { scoringModel } from '@landline/scoring-engine';
import { branding } from '../branding/contract.ts';
import type { Commands, Origin } from '../commands/commands.ts';
import { restoredPrompt } from '../prompts/restore.ts';
import { publishedModel } from '../scoring/published-model.ts';
import { widgetConfiguration } from '../widget/contract.ts';
import { widgetGlobals } from '../widget/globals.ts';
import { type RestoreWidget, restoredWidget } from '../widget/restore.ts';
import type { Difference } from './documents.ts';

/** How many streams are written to at the same time. */
const AT_ONCE = 24;

/**
 * Appends what makes these documents the version's. Each aggregate decides against its own stream whether anything is left
 * to do, so doing it again, after a crash or beside somebody else, changes nothing that is so already.
 */
export async function restoreDocuments(
  commands: Commands,
  differences: readonly Difference[],
  origin: Origin,
): Promise<void> {
  const left = [...byStream(differences)];
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop())
      await restoreStream(commands, next[0], next[1], origin);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
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
    case 'scoring_model':
      return streams.trainingModel(idOf(difference));
    case 'branding':
    case 'widget_configuration':
    case 'widget_version':
    case 'default_widget_version':
      return streams.widget(difference.client_id ?? '');
  }
}

async function restoreStream(
  commands: Commands,
  stream: string,
  group: Group,
  origin: Origin,
): Promise<void> {
  const [first] = group;
  switch (first.kind) {
    case 'global_branding':
    case 'widget_templates':
      for (const difference of group) await restoreGlobals(commands, stream, difference, origin);
      return;
    case 'prompt':
      await commands.execute(restoredPrompt, { stream, command: promptCommand(first), ...origin });
      return;
    case 'scoring_model':
      await commands.execute(publishedModel, {
        stream,
        command: { document: scoringModel.parse(first.after) },
        ...origin,
      });
      return;
    default:
      await commands.execute(restoredWidget, { stream, command: widgetCommand(group), ...origin });
  }
}

async function restoreGlobals(
  commands: Commands,
  stream: string,
  { kind, after }: Difference,
  origin: Origin,
): Promise<void> {
  const command =
    kind === 'global_branding'
      ? ({ type: 'restore_branding', branding: branding.nullable().parse(after) } as const)
      : ({
          type: 'change_templates',
          ...((after as Templates | null) ?? { script: '', style: '' }),
        } as const);
  await commands.execute(widgetGlobals, { stream, command, ...origin });
}

// What the projector made of the events of each kind.
type Templates = { script: string; style: string };
type PromptContent = Pick<EventData<'PromptRestored'>, 'prompt_type' | 'content'>;
type VersionContent = Omit<EventData<'WidgetVersionReturned'>, 'client_id' | 'version_id'>;

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
