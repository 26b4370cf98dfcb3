import type { ModelInForce } from '@landline/api/scoring/contract';
import { EVERYONE } from '@landline/event-schemas';
import { Alert, Button, Skeleton } from '@mantine/core';
import { parseAsString, useQueryState } from 'nuqs';
import { formatDate } from '../../../shared/format.ts';
import { messageOf } from '../../../shared/http/errors.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import { ErrorState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useNotifications } from '../../notifications/provider.tsx';
import { useUser } from '../../session/context.ts';
import { useTrainingSummary } from '../../training/api/get-summary.ts';
import { useModel } from '../api/get-model.ts';
import { usePublishModel } from '../api/publish-model.ts';
import { FactorsCard } from '../components/factors-card.tsx';
import { LearnedCard } from '../components/learned-card.tsx';
import { RankingCard } from '../components/ranking-card.tsx';
import { RunsCard } from '../components/runs-card.tsx';
import classes from './model-page.module.css';

/** Which scoring model is in force, how it reads what the specification leaves open, and what it has learned. */
export function Component() {
  const [scope, setScope] = useQueryState('scope', parseAsString.withDefault(EVERYONE));
  const { data: model, error, refetch } = useModel();
  const { data: trained } = useModel(scope);
  const { data: summary } = useTrainingSummary(scope);
  return (
    <Page
      title="Scoring model"
      subtitle="What every score follows from, beside the property and its classification."
    >
      {model ? (
        <div className={classes.cards}>
          <InForce model={model} />
          <Penalties model={model} />
          <LearnedCard
            learned={(trained ?? model).learned}
            scopes={summary?.scopes ?? []}
            scope={scope}
            onScope={(next) => void setScope(next)}
          />
          {summary && <FactorsCard factors={summary.factors} />}
          <RankingCard scopes={summary?.scopes ?? []} />
          <RunsCard scopes={summary?.scopes ?? []} />
        </div>
      ) : error ? (
        <ErrorState title="Failed to fetch the scoring model" error={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Loading the scoring model">
          <Skeleton height={140} mb={16} />
          <Skeleton height={280} />
        </div>
      )}
    </Page>
  );
}

function InForce({ model }: { model: ModelInForce }) {
  return (
    <Card title="In force">
      <dl className={classes.facts}>
        <div>
          <dt>Model</dt>
          <dd>{model.name}</dd>
        </div>
        <div>
          <dt>Published</dt>
          <dd>{formatDate(model.published_at)}</dd>
        </div>
        <div className={classes.hash}>
          <dt>Hash</dt>
          <dd>
            <code>{model.model_hash}</code>
          </dd>
        </div>
      </dl>
      {model.behind.length > 0 && (
        <p className={classes.behind} role="status">
          Still showing an earlier model's scores until they are rescored: {model.behind.join(', ')}
        </p>
      )}
    </Card>
  );
}

const READINGS = [
  {
    reading: 'literal',
    title: 'As written',
    text: 'The multiplier is what remains: coverage over 0.75 keeps 0.8 of the score, over 0.6 keeps 0.5, over 0.3 keeps 0.25. Read so, moderate coverage costs more than severe.',
  },
  {
    reading: 'share-taken',
    title: 'As the share taken away',
    text: 'The multiplier is what is lost: coverage over 0.75 loses 0.8 of the score, over 0.6 loses 0.5, over 0.3 loses 0.25. Read so, more coverage never costs less.',
  },
] as const;

function Penalties({ model }: { model: ModelInForce }) {
  const mayPublish = useUser()?.role === 'SuperAdmin';
  const publish = usePublishModel();
  const notify = useNotifications();
  return (
    <Card title="Open-space penalties">
      <p className={classes.text}>
        The specification's multipliers can be read in two ways. Publishing the other one rescores every
        dataset; what was learned is kept.
      </p>
      <ul className={classes.readings}>
        {READINGS.map(({ reading, title, text }) => (
          <li key={reading} data-in-force={model.reading === reading || undefined}>
            <h3>
              {title} {model.reading === reading && <Tag tone="good">In force</Tag>}
            </h3>
            <p>{text}</p>
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
        <Alert color="red" p="sm" mb="md" role="alert">
          {messageOf(publish.error)}
        </Alert>
      )}
      <ScrollFrame label="Open-space penalties, scrolls sideways">
        <table className={table.table} aria-label="Open-space penalties in force">
          <thead>
            <tr>
              <th>Open ground</th>
              <th data-num>From</th>
              <th data-num>To</th>
              <th data-num>Multiplier</th>
            </tr>
          </thead>
          <tbody>
            {model.open_space_penalty.bands.map(({ label, from, to, value }) => (
              <tr key={label}>
                <td>{label}</td>
                <td data-num>{share(from)}</td>
                <td data-num>{share(to)}</td>
                <td data-num>× {value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollFrame>
    </Card>
  );
}

const share = (value: number | null) => (value === null ? '' : value.toFixed(2));
