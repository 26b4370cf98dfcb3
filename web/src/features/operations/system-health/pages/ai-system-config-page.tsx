import type { AiSystemConfig } from '@landline/api/operations/system-health/status-contract';
import {
  formatCount,
  formatCurrency,
  formatMilliseconds,
  formatPreciseRatio,
} from '../../../../shared/format.ts';
import { QUALITY } from '../../../../shared/messages.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { FactsList } from '../../../../shared/ui/facts-list.tsx';
import { StatCard, StatCards } from '../../../../shared/ui/stat-card.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import tabs from '../../super-admin-portal/tabs/tabs.module.css';
import { useAiSystemConfig } from '../api/system-health.ts';
import { LevelTag, MetricsTable } from '../components/metrics-table.tsx';
import { SystemPage } from '../components/system-page.tsx';
import { cacheLevel, type Level, qualityLevel } from '../levels.ts';

/** /SuperAdminPortal/ai-system-config */
export function Component() {
  return (
    <SystemPage
      title="AI System Configuration"
      subtitle="Model settings, usage and answer quality for the last 30 days."
      query={useAiSystemConfig()}
    >
      {(config) => <Config config={config} />}
    </SystemPage>
  );
}

const levelFor = (value: number | null, levelOf: (value: number) => Level) =>
  value === null ? null : levelOf(value);
const costOf = (cost: number | null) => (cost === null ? 'Unknown' : formatCurrency(cost));

function Config({ config }: { config: AiSystemConfig }) {
  const { qualityMetrics: quality, cachePerformance: cache, openaiUsage: usage } = config;
  return (
    <div className={tabs.sections}>
      <StatCards label="Answers">
        <StatCard label="Answers" value={formatCount(quality.totalResponses)} note="in 30 days" />
        <StatCard
          label="Average quality"
          value={quality.averageScore === null ? QUALITY.notRated : formatPreciseRatio(quality.averageScore)}
          note={<LevelTag level={levelFor(quality.averageScore, qualityLevel)} />}
        />
        <StatCard label="Average confidence" value={formatPreciseRatio(quality.averageConfidence)} />
        <StatCard label="Tokens" value={formatCount(usage.totalTokens)} note="in 30 days" />
        <StatCard
          label="Cached answers"
          value={formatPreciseRatio(cache.hitRate)}
          note={<LevelTag level={levelFor(cache.hitRate, cacheLevel)} />}
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

interface QualityProps {
  distribution: AiSystemConfig['qualityMetrics']['qualityDistribution'];
}

function Quality({ distribution }: QualityProps) {
  return (
    <Card title="Answer Quality">
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
          ['Hit rate', formatPreciseRatio(cache.hitRate)],
          ['Cached answers in this process', formatCount(cache.totalEntries)],
          ['Average response time', formatMilliseconds(cache.avgResponseTime)],
          ['Tokens saved', formatCount(cache.tokensSaved)],
          ['Cost saved', costOf(cache.costSaved)],
        ]}
      />
    </Card>
  );
}

function Usage({ usage }: { usage: AiSystemConfig['openaiUsage'] }) {
  return (
    <Card title="Model Usage">
      <p>{usage.note}</p>
      <FactsList
        facts={[
          ['Input tokens', formatCount(usage.inputTokens)],
          ['Output tokens', formatCount(usage.outputTokens)],
          ['Cost', costOf(usage.totalCost)],
        ]}
      />
      {usage.modelBreakdown.length > 0 && (
        <MetricsTable
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
  const settingOf = (value: number | null) => (value === null ? 'Server default' : String(value));
  return (
    <Card title="Model Settings">
      <FactsList
        facts={[
          ['Primary model', primaryModel ?? 'No model; answers are quoted from the website'],
          ...(primaryModel === null
            ? []
            : ([
                ['Temperature', settingOf(defaultTemperature)],
                ['Maximum tokens per answer', settingOf(maxTokens)],
              ] as const)),
          ['Clients with learned pages', formatCount(activeClients)],
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
