import type { AiSystemConfig } from '@landline/api/operations/system-health/status-contract';
import { formatCount, formatPreciseRatio } from '../../../../shared/format.ts';
import { QUALITY } from '../../../../shared/messages.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { FactsList } from '../../../../shared/ui/facts-list.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { useAiSystemConfig } from '../api/system-health.ts';

/** Status of the AI assistant (spec 000 §2). */
export function AiAssistantCard() {
  const query = useAiSystemConfig();
  const { data, error } = query;
  const isReady = (data?.modelSettings.activeClients ?? 0) > 0;
  const stateBeforeData = error ? 'Unknown' : 'Checking';
  const state = !data ? stateBeforeData : isReady ? 'Ready' : 'No pages learned yet';
  return (
    <Card title="AI Assistant" aside={<Tag tone={isReady ? 'good' : 'quiet'}>{state}</Tag>}>
      <QueryBody
        query={query}
        errorTitle="The AI Assistant's status could not be loaded"
        skeleton={<Facts config={undefined} />}
      >
        {(config) => <Facts config={config} />}
      </QueryBody>
    </Card>
  );
}

/** Facts about the assistant; skeletons while they load. */
function Facts({ config }: { config: AiSystemConfig | undefined }) {
  const { modelSettings, qualityMetrics } = config ?? {};
  return (
    <FactsList
      facts={[
        [
          'Model',
          modelSettings && (modelSettings.primaryModel ?? 'No model; answers are quoted from the website'),
        ],
        ['Clients with learned pages', modelSettings && formatCount(modelSettings.activeClients)],
        ['Answers in the last 30 days', qualityMetrics && formatCount(qualityMetrics.totalResponses)],
        [
          'Average quality',
          qualityMetrics &&
            (qualityMetrics.averageScore === null
              ? QUALITY.notRated
              : formatPreciseRatio(qualityMetrics.averageScore)),
        ],
      ]}
    />
  );
}
