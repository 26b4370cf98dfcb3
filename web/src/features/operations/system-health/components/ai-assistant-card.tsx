import { formatCount, formatPreciseRatio } from '../../../../shared/format.ts';
import { QUALITY } from '../../../../shared/messages.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { FactsList } from '../../../../shared/ui/facts-list.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { useAiSystemConfig } from '../api/system-health.ts';

/** Status of the AI assistant (spec 000 §2). */
export function AiAssistantCard() {
  const { data, error } = useAiSystemConfig();
  if (error && !data) {
    return (
      <Card title="AI Assistant" aside={<Tag>Unknown</Tag>}>
        <p role="alert">{error.message}</p>
      </Card>
    );
  }
  const isAnswering = (data?.modelSettings.activeClients ?? 0) > 0;
  const state = !data ? 'Checking' : isAnswering ? 'Answering' : 'No pages learned yet';
  const { modelSettings, qualityMetrics } = data ?? {};
  return (
    <Card title="AI Assistant" aside={<Tag tone={isAnswering ? 'good' : 'quiet'}>{state}</Tag>}>
      <FactsList
        facts={[
          ['Model', modelSettings && (modelSettings.primaryModel ?? 'None; answers are quoted from pages')],
          ['Clients with learned pages', modelSettings && formatCount(modelSettings.activeClients)],
          ['Answers, 30 days', qualityMetrics && formatCount(qualityMetrics.totalResponses)],
          [
            'Average quality',
            qualityMetrics &&
              (qualityMetrics.averageScore === null
                ? QUALITY.notRated
                : formatPreciseRatio(qualityMetrics.averageScore)),
          ],
        ]}
      />
    </Card>
  );
}
