import type { PriceList } from '@landline/api/assistant/billing/contract';
import { Button, Group, NumberInput, SegmentedControl } from '@mantine/core';
import { IconLink, IconRestore } from '@tabler/icons-react';
import { parseAsFloat, parseAsStringLiteral, useQueryState, useQueryStates } from 'nuqs';
import { formatCount, formatCurrency, formatPercentage, MISSING } from '../../../../shared/format.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { copyText } from '../../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { FactsList } from '../../../../shared/ui/facts-list.tsx';
import { Page } from '../../../../shared/ui/page.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { StatCard, StatCards } from '../../../../shared/ui/stat-card.tsx';
import { usePricing } from '../api/pricing.ts';
import classes from '../components/roi.module.css';
import {
  isPercentage,
  ROI_DEFAULTS,
  ROI_PLAN_KEYS,
  ROI_PLANS,
  type RoiInputs,
  type RoiResults,
  roiOf,
  toInput,
} from '../roi.ts';

const LABELS: Readonly<Record<keyof RoiInputs, string>> = {
  monthlyVisitors: 'Monthly visitors',
  supportTicketsPerMonth: 'Support tickets per month',
  avgSupportCostPerTicket: 'Average cost per ticket ($)',
  avgSupportAgentSalary: 'Average agent salary ($ per year)',
  currentResponseTime: 'Current response time (hours)',
  currentResolutionRate: 'Current resolution rate (%)',
  expectedChatbotUsage: 'Expected chatbot usage (%)',
  expectedResolutionRate: 'Expected resolution rate (%)',
  desiredResponseTime: 'Desired response time (hours)',
  customerSatisfactionGoal: 'Customer satisfaction goal (%)',
};
const NAMES = Object.keys(LABELS) as (keyof RoiInputs)[]; // Object.keys loses the key type

const parsers = Object.fromEntries(
  NAMES.map((name) => [name, parseAsFloat.withDefault(ROI_DEFAULTS[name])]),
) as Record<keyof RoiInputs, ReturnType<typeof parseAsFloat.withDefault>>; // fromEntries loses the key type

/** /ai/roi-calculator (spec 002 §2, §9). The URL holds all inputs, so a calculation can be shared as a link. */
export function Component() {
  const [urlInputs, setUrlInputs] = useQueryStates(parsers);
  const [plan, setPlan] = useQueryState('plan', parseAsStringLiteral(ROI_PLAN_KEYS).withDefault('premium'));
  const pricing = usePricing();
  const { tier } = ROI_PLANS[plan];
  const terms = pricing.data?.[tier];
  const { notice, show } = useNotice();
  const inputs = Object.fromEntries(
    NAMES.map((name) => [name, toInput(name, urlInputs[name])]),
  ) as unknown as RoiInputs; // fromEntries loses the key type
  return (
    <Page
      title="ROI Calculator"
      subtitle="Estimate what the AI assistant saves and what it costs."
      action={
        <Button
          leftSection={<IconLink size={16} stroke={1.7} />}
          onClick={() => void copyText(show, location.href, 'Link copied to clipboard')}
        >
          Copy link
        </Button>
      }
    >
      <NoticeAlert notice={notice} />
      <div className={classes.columns}>
        <Card title="Inputs">
          <div className={classes.fields}>
            {NAMES.map((name) => (
              <NumberInput
                key={name}
                label={LABELS[name]}
                min={0}
                {...(isPercentage(name) && { max: 100 })}
                thousandSeparator=","
                value={inputs[name]}
                onChange={(value) => void setUrlInputs({ [name]: toInput(name, value) })}
              />
            ))}
          </div>
          <Group mt="md">
            <Button
              variant="default"
              size="xs"
              leftSection={<IconRestore size={16} stroke={1.6} />}
              onClick={() => {
                void setUrlInputs(null);
                void setPlan(null);
              }}
            >
              Reset to defaults
            </Button>
          </Group>
        </Card>
        <div className={common.stack}>
          <Card title="Plan">
            <SegmentedControl
              fullWidth
              aria-label="Plan"
              data={ROI_PLAN_KEYS.map((key) => ({ value: key, label: ROI_PLANS[key].name }))}
              value={plan}
              onChange={(value) => void setPlan(ROI_PLAN_KEYS.find((key) => key === value) ?? null)}
            />
            {terms && <p style={{ margin: '12px 0 0', color: 'var(--quiet)' }}>{termsOf(terms)}</p>}
          </Card>
          <QueryBody query={pricing} errorTitle="The prices could not be loaded" skeleton={420}>
            {(plans) => <Results results={roiOf(inputs, plans[tier])} inputs={inputs} />}
          </QueryBody>
        </div>
      </div>
      <div style={{ marginTop: 16 }}>
        <Methodology />
      </div>
    </Page>
  );
}

function termsOf({ monthlyPrice, messages, overageRate }: PriceList['starter']): string {
  if (monthlyPrice === null || messages === null || overageRate === null)
    return 'Unlimited messages at a custom price. Contact sales.';
  return `${formatCurrency(monthlyPrice)} per month with ${formatCount(messages)} messages, then ${formatCurrency(overageRate)} per message.`;
}

function Results({ results, inputs }: { results: RoiResults; inputs: RoiInputs }) {
  const { paybackPeriodMonths: payback } = results;
  return (
    <section aria-label="Results">
      <StatCards label="Results">
        <StatCard label="Net annual savings" value={formatCurrency(results.netAnnualSavings)} />
        <StatCard label="ROI" value={formatPercentage(results.roiPercentage)} />
        <StatCard
          label="Payback period"
          value={payback === null ? MISSING : payback.toFixed(2)}
          note={payback === null ? undefined : 'months'}
        />
      </StatCards>
      <Card title="In detail">
        <FactsList
          long
          facts={[
            [
              'Current support cost',
              `${formatCurrency(results.currentMonthlySupportCost)} per month, ${formatCurrency(results.currentAnnualSupportCost)} per year`,
            ],
            ['Visitors who ask the assistant', `${formatCount(results.monthlyBotUsers)} per month`],
            ['Resolved by the assistant', `${formatCount(results.monthlyBotResolutions)} per month`],
            ['Fewer tickets', `${formatCount(results.reducedSupportTickets)} per month`],
            [
              'Savings from fewer tickets',
              `${formatCurrency(results.monthlySavingsFromReduction)} per month`,
            ],
            [
              'Efficiency gains on remaining tickets',
              `${formatCurrency(results.monthlyEfficiencyGains)} per month`,
            ],
            [
              'Total savings',
              `${formatCurrency(results.totalMonthlySavings)} per month, ${formatCurrency(results.totalAnnualSavings)} per year`,
            ],
            ['AI messages', `${formatCount(results.estimatedMonthlyMessages)} per month`],
            [
              'Cost of the assistant',
              results.monthlyChatbotCost === null
                ? 'Custom'
                : `${formatCurrency(results.monthlyChatbotCost)} per month, ${formatCurrency(results.annualChatbotCost)} per year`,
            ],
            ['Customer satisfaction', `+${results.customerSatisfactionImprovement} points`],
            ['Response time', `${formatPercentage(results.responseTimeImprovement)} shorter`],
            ...(inputs.avgSupportAgentSalary > 0
              ? [
                  [
                    'Equivalent to',
                    `${(results.totalAnnualSavings / inputs.avgSupportAgentSalary).toFixed(1)} agent salaries per year`,
                  ] as const,
                ]
              : []),
          ]}
        />
      </Card>
    </section>
  );
}

function Methodology() {
  return (
    <Card title="Methodology">
      <ul className={classes.methods}>
        <li>Support cost: tickets × cost per ticket. Annual figures are 12 months.</li>
        <li>Visitors who ask: visitors × chatbot usage. Resolved: visitors who ask × resolution rate.</li>
        <li>
          Fewer tickets: resolved requests, up to 80% of all tickets. Savings: fewer tickets × cost per
          ticket.
        </li>
        <li>Efficiency gains: 20% of the cost of each remaining ticket.</li>
        <li>
          AI messages: 1.5 per visitor who asks. Messages beyond the plan are charged at its overage rate.
        </li>
        <li>Net savings: annual savings − annual cost of the assistant. ROI: net savings ÷ annual cost.</li>
        <li>Payback period: annual cost ÷ monthly savings, in months.</li>
        <li>Response time: compared with an assistant response time of 30 seconds.</li>
        <li>Customer satisfaction: a fixed assumption of 15 points.</li>
        <li>
          The agent salary is used only to express savings in salaries. The current resolution rate, the
          desired response time and the satisfaction goal are for your reference and do not affect the
          results.
        </li>
      </ul>
    </Card>
  );
}
