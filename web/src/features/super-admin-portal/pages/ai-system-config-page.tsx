import type { AiSystemConfig } from '@landline/api/system/contract';
import { formatCount, formatRatio } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { FactsList } from '../../../shared/ui/facts-list.tsx';
import { StatCard, StatCards } from '../../../shared/ui/stat-card.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useAiSystemConfig } from '../api/get-system-pages.ts';
import { SystemPage } from '../components/system-page.tsx';
import { qualityStep } from '../steps.ts';
import tabs from '../tabs/tabs.module.css';

/** /SuperAdminPortal/ai-system-config: how good the answers are, and what makes them. */
export function Component() {
  return (
    <SystemPage
      title="AI System Configuration"
      subtitle="What the assistant answers with, and how good its answers of the last 30 days were."
      query={useAiSystemConfig()}
    >
      {(config) => <Config config={config} />}
    </SystemPage>
  );
}

function Config({ config: { qualityMetrics: quality, modelSettings } }: { config: AiSystemConfig }) {
  const { excellent, good, fair, poor } = quality.qualityDistribution;
  const step = quality.averageScore === null ? null : qualityStep(quality.averageScore);
  return (
    <div className={tabs.sections}>
      <StatCards label="Answers">
        <StatCard label="Answers" value={formatCount(quality.totalResponses)} note="in 30 days" />
        <StatCard
          label="Average quality"
          value={formatRatio(quality.averageScore)}
          note={step && <Tag tone={step.tone}>{step.word}</Tag>}
        />
        <StatCard label="Average confidence" value={formatRatio(quality.averageConfidence)} />
      </StatCards>
      <div className={tabs.pair}>
        <Card title="Quality of answers">
          <FactsList
            facts={[
              ['Excellent', formatCount(excellent)],
              ['Good', formatCount(good)],
              ['Fair', formatCount(fair)],
              ['Poor', formatCount(poor)],
            ]}
          />
        </Card>
        <Card title="What answers">
          <FactsList
            facts={[
              ['Model', modelSettings.primaryModel ?? 'None: answers are quoted from the pages'],
              ['Clients with pages', formatCount(modelSettings.activeClients)],
              ['Passages learned', formatCount(modelSettings.passages)],
            ]}
          />
        </Card>
      </div>
    </div>
  );
}
