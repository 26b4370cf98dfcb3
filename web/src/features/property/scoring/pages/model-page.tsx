import type { ModelSummary } from '@landline/api/property/scoring/contract';
import { EVERYONE } from '@landline/event-schemas';
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { parseAsString, useQueryState } from 'nuqs';
import { formatDate } from '../../../../shared/format.ts';
import { messageOf } from '../../../../shared/http/errors.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { DataTable } from '../../../../shared/ui/data-table.tsx';
import { FactsList } from '../../../../shared/ui/facts-list.tsx';
import { Page } from '../../../../shared/ui/page.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { useNotifications } from '../../../clients/notifications/provider.tsx';
import { useIsStaff } from '../../../platform/session/context.ts';
import { useTrainingSummary } from '../../classification/api/classification.ts';
import { useModel, usePublishModel } from '../api/scoring.ts';
import { FactorsCard } from '../components/factors-card.tsx';
import { RankingCard } from '../components/ranking-card.tsx';
import { RunsCard } from '../components/runs-card.tsx';
import { TrainingCard } from '../components/training-card.tsx';
import classes from './model-page.module.css';

/** The current scoring model, its reading of the open-space penalties, and its training results. */
export function Component() {
  const [scope, setScope] = useQueryState('scope', parseAsString.withDefault(EVERYONE));
  const { data: summary } = useTrainingSummary(scope);
  const scopes = summary?.scopes ?? [];
  return (
    <Page
      title="Scoring model"
      subtitle="The rules behind every score, and how classifications have adjusted them."
    >
      <QueryBody
        query={useModel(EVERYONE)}
        errorTitle="The scoring model could not be loaded"
        skeleton={
          <div role="status" aria-label="Loading the scoring model">
            <Skeleton height={140} mb={16} />
            <Skeleton height={280} />
          </div>
        }
      >
        {(model) => (
          <Stack gap="md">
            <CurrentModel model={model} />
            <Penalties model={model} />
            <TrainingCard scopes={scopes} scope={scope} onScope={(next) => void setScope(next)} />
            <FactorsCard scope={scope} />
            <RankingCard />
            <RunsCard />
          </Stack>
        )}
      </QueryBody>
    </Page>
  );
}

const CurrentModel = ({ model }: { model: ModelSummary }) => (
  <Card title="Current model">
    <FactsList
      facts={[
        ['Model', model.name],
        ['Published', formatDate(model.published_at)],
        ['Hash', <code key="hash">{model.model_hash}</code>],
      ]}
    />
    {model.behind.length > 0 && (
      <Text c="dimmed" mt="md" role="status">
        These datasets show scores of an earlier model until they are rescored: {model.behind.join(', ')}
      </Text>
    )}
  </Card>
);

const READINGS = [
  {
    reading: 'literal',
    title: 'As written',
    text: 'The multiplier is the share that remains: coverage over 0.75 keeps 0.8 of the score, over 0.6 keeps 0.5, over 0.3 keeps 0.25. Moderate coverage then costs more than severe coverage.',
  },
  {
    reading: 'share-taken',
    title: 'As the share taken away',
    text: 'The multiplier is the share that is lost: coverage over 0.75 loses 0.8 of the score, over 0.6 loses 0.5, over 0.3 loses 0.25. More coverage then never costs less.',
  },
] as const;

/** Formats the shares of open space that a penalty applies to. */
function openSpaceOf({ from, to }: ModelSummary['open_space_penalty']['bands'][number]): string {
  if (from === null) return `below ${to?.toFixed(2)}`;
  return to === null ? `${from.toFixed(2)} and up` : `${from.toFixed(2)} to ${to.toFixed(2)}`;
}

function Penalties({ model }: { model: ModelSummary }) {
  const mayPublish = useIsStaff('SuperAdmin');
  const publish = usePublishModel();
  const notify = useNotifications();
  return (
    <Card title="Open-space penalties">
      <p className={common.note}>
        The specified multipliers can be read in two ways. Publishing the other reading rescores every dataset
        and keeps all training.
      </p>
      <ul className={classes.readings}>
        {READINGS.map(({ reading, title, text }) => (
          <li key={reading}>
            <Text component="h3" fw={600} mb={6}>
              {title} {model.reading === reading && <Tag tone="good">In use</Tag>}
            </Text>
            <Text c="dimmed" mb="sm">
              {text}
            </Text>
            {mayPublish && model.reading !== reading && (
              <Button
                variant="default"
                size="xs"
                loading={publish.isPending}
                onClick={() =>
                  publish.mutate({ reading }, { onSuccess: ({ message }) => notify.success(message) })
                }
              >
                Publish this reading
              </Button>
            )}
          </li>
        ))}
      </ul>
      {publish.error && (
        <Alert color="red" p="sm" mb="md">
          {messageOf(publish.error)}
        </Alert>
      )}
      <DataTable
        label="Current open-space penalties"
        scrolls
        rows={model.open_space_penalty.bands}
        keyOf={({ label }) => label}
        columns={[
          { header: 'Penalty', cell: ({ label }) => label },
          { header: 'Open space', isNumeric: true, cell: openSpaceOf },
          { header: 'Multiplier', isNumeric: true, cell: ({ value }) => `× ${value}` },
        ]}
      />
    </Card>
  );
}
