import type { AiSystemConfig } from '@landline/api/system/contract';
import { formatCount, formatCurrency, formatShare } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { FactsList } from '../../../shared/ui/facts-list.tsx';
import { StatCard, StatCards } from '../../../shared/ui/stat-card.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useAiSystemConfig } from '../api/get-system-pages.ts';
import { FiguresTable, StepTag } from '../components/figures.tsx';
import { SystemPage } from '../components/system-page.tsx';
import { cacheStep, qualityStep } from '../steps.ts';
import tabs from '../tabs/tabs.module.css';

/** /SuperAdminPortal/ai-system-config: how good the answers are, what they take, and what makes them. */
export function Component() {
  return (
    <SystemPage
      title="AI System Configuration"
      subtitle="What the assistant answers with, what that takes, and how good its answers of the last 30 days were."
      query={useAiSystemConfig()}
    >
      {(config) => <Config config={config} />}
    </SystemPage>
  );
}

const stepFor = <T,>(value: number | null, stepOf: (value: number) => T) =>
  value === null ? null : stepOf(value);
const costOf = (cost: number | null) => (cost === null ? 'Not known' : formatCurrency(cost));

function Config({ config }: { config: AiSystemConfig }) {
  const { qualityMetrics: quality, cachePerformance: cache, openaiUsage: usage } = config;
  return (
    <div className={tabs.sections}>
      <StatCards label="Answers">
        <StatCard label="Answers" value={formatCount(quality.totalResponses)} note="in 30 days" />
        <StatCard
          label="Average quality"
          value={formatShare(quality.averageScore)}
          note={<StepTag step={stepFor(quality.averageScore, qualityStep)} />}
        />
        <StatCard label="Average confidence" value={formatShare(quality.averageConfidence)} />
        <StatCard label="Tokens" value={formatCount(usage.totalTokens)} note="in 30 days" />
        <StatCard
          label="Answers given again"
          value={formatShare(cache.hitRate)}
          note={<StepTag step={stepFor(cache.hitRate, cacheStep)} />}
        />
      </StatCards>
      <div className={tabs.pair}>
        <Quality distribution={quality.qualityDistribution} />
        <Cache cache={cache} />
      </div>
      <Usage usage={usage} />
      <Models settings={config.modelSettings} />
    </div>
  );
}

function Quality({
  distribution,
}: {
  distribution: AiSystemConfig['qualityMetrics']['qualityDistribution'];
}) {
  return (
    <Card title="Quality of answers">
      <FactsList
        facts={[
          ['Excellent', formatCount(distribution.excellent)],
          ['Good', formatCount(distribution.good)],
          ['Fair', formatCount(distribution.fair)],
          ['Poor', formatCount(distribution.poor)],
        ]}
      />
    </Card>
  );
}

function Cache({ cache }: { cache: AiSystemConfig['cachePerformance'] }) {
  return (
    <Card title="Cache Performance">
      <FactsList
        facts={[
          ['Hit rate', formatShare(cache.hitRate)],
          ['Answers kept by this process', formatCount(cache.totalEntries)],
          [
            'Average response time',
            cache.avgResponseTime === null ? 'None was measured' : `${formatCount(cache.avgResponseTime)} ms`,
          ],
          ['Tokens saved', formatCount(cache.tokensSaved)],
          ['Cost saved', costOf(cache.costSaved)],
        ]}
      />
    </Card>
  );
}

function Usage({ usage }: { usage: AiSystemConfig['openaiUsage'] }) {
  return (
    <Card title="Model usage">
      <p>{usage.note}</p>
      <FactsList
        facts={[
          ['Tokens read', formatCount(usage.inputTokens)],
          ['Tokens written', formatCount(usage.outputTokens)],
          ['Cost', costOf(usage.totalCost)],
        ]}
      />
      {usage.modelBreakdown.length > 0 && (
        <FiguresTable
          label="Models"
          columns={['Model', '#Answers', '#Tokens', '#Cost']}
          rows={usage.modelBreakdown.map(({ model, answers, tokens, cost }) => ({
            key: model,
            cells: [model, formatCount(answers), formatCount(tokens), costOf(cost)],
          }))}
        />
      )}
    </Card>
  );
}

function Models({ settings }: { settings: AiSystemConfig['modelSettings'] }) {
  const { primaryModel, defaultTemperature, maxTokens, activeClients, passages, modelVersions } = settings;
  const ofServer = (value: number | null) => (value === null ? "The server's own" : String(value));
  return (
    <Card title="Model Settings">
      <FactsList
        facts={[
          ['Primary model', primaryModel ?? 'None: answers are quoted from the pages'],
          ...(primaryModel === null
            ? []
            : ([
                ['Temperature', ofServer(defaultTemperature)],
                ['Most tokens of an answer', ofServer(maxTokens)],
              ] as const)),
          ['Clients with pages', formatCount(activeClients)],
          ['Passages learned', formatCount(passages)],
          ...modelVersions.map(
            ({ name, status }) =>
              [
                name,
                <Tag key={name} tone={status === 'active' ? 'good' : 'quiet'}>
                  {status === 'active' ? 'Active' : 'Retired'}
                </Tag>,
              ] as const,
          ),
        ]}
      />
    </Card>
  );
}
