import { formatCount, formatRatio } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { FactsList } from '../../../shared/ui/facts-list.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useAiSystemConfig } from '../api/get-system-pages.ts';

/** Whether the assistant has anything to answer from, and how it does (spec 000 §2). */
export function AiAssistant() {
  const { data, error } = useAiSystemConfig();
  if (!data) {
    return (
      <Card title="AI Assistant" aside={<Tag>{error ? 'Unknown' : 'Checking'}</Tag>}>
        {error && <p role="alert">{error.message}</p>}
      </Card>
    );
  }
  const { modelSettings, qualityMetrics } = data;
  const answers = modelSettings.activeClients > 0;
  return (
    <Card
      title="AI Assistant"
      aside={<Tag tone={answers ? 'good' : 'quiet'}>{answers ? 'Answering' : 'Nothing learned yet'}</Tag>}
    >
      <FactsList
        facts={[
          ['Model', modelSettings.primaryModel ?? 'None: answers are quoted from the pages'],
          ['Clients with pages', formatCount(modelSettings.activeClients)],
          ['Answers in 30 days', formatCount(qualityMetrics.totalResponses)],
          ['Average quality', formatRatio(qualityMetrics.averageScore)],
        ]}
      />
    </Card>
  );
}
