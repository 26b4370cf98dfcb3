import { formatCount, formatShare } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { FactsList } from '../../../shared/ui/facts-list.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useAiSystemConfig } from '../api/get-system-pages.ts';

/** Whether the assistant has anything to answer from, and how it does (spec 000 §2). */
export function AiAssistant() {
  const { data, error } = useAiSystemConfig();
  if (error && !data) {
    return (
      <Card title="AI Assistant" aside={<Tag>Unknown</Tag>}>
        <p role="alert">{error.message}</p>
      </Card>
    );
  }
  const answers = (data?.modelSettings.activeClients ?? 0) > 0;
  const state = !data ? 'Checking' : answers ? 'Answering' : 'Nothing learned yet';
  const { modelSettings, qualityMetrics } = data ?? {};
  return (
    <Card title="AI Assistant" aside={<Tag tone={answers ? 'good' : 'quiet'}>{state}</Tag>}>
      <FactsList
        facts={[
          [
            'Model',
            modelSettings && (modelSettings.primaryModel ?? 'None: answers are quoted from the pages'),
          ],
          ['Clients with pages', modelSettings && formatCount(modelSettings.activeClients)],
          ['Answers in 30 days', qualityMetrics && formatCount(qualityMetrics.totalResponses)],
          ['Average quality', qualityMetrics && formatShare(qualityMetrics.averageScore)],
        ]}
      />
    </Card>
  );
}
