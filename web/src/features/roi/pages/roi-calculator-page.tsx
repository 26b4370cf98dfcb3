import type { PriceList } from '@landline/api/billing/contract';
import { Button, Group, NumberInput, SegmentedControl, Skeleton } from '@mantine/core';
import { IconLink, IconRestore } from '@tabler/icons-react';
import { parseAsFloat, parseAsStringLiteral, useQueryState, useQueryStates } from 'nuqs';
import { formatCount, formatCurrency, formatPercentage, MISSING } from '../../../shared/format.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../shared/notice/use-notice.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { FactsList } from '../../../shared/ui/facts-list.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { StatCard, StatCards } from '../../../shared/ui/stat-card.tsx';
import { ErrorState } from '../../../shared/ui/states.tsx';
import { usePricing } from '../api/get-pricing.ts';
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

const COPIED_MS = 3_000;

const LABELS: Readonly<Record<keyof RoiInputs, string>> = {
  monthlyVisitors: 'Monthly visitors',
  supportTicketsPerMonth: 'Support tickets per month',
  avgSupportCostPerTicket: 'Average cost per ticket ($)',
  avgSupportAgentSalary: 'Average agent salary ($ a year)',
  currentResponseTime: 'Current response time (hours)',
  currentResolutionRate: 'Current resolution rate (%)',
  expectedChatbotUsage: 'Expected chatbot usage (%)',
  expectedResolutionRate: 'Expected resolution rate (%)',
  desiredResponseTime: 'Desired response time (hours)',
  customerSatisfactionGoal: 'Customer satisfaction goal (%)',
};
const NAMES = Object.keys(LABELS) as (keyof RoiInputs)[]; // Object.keys forgets which

const parsers = Object.fromEntries(
  NAMES.map((name) => [name, parseAsFloat.withDefault(ROI_DEFAULTS[name])]),
) as Record<keyof RoiInputs, ReturnType<typeof parseAsFloat.withDefault>>; // fromEntries forgets which

/** /ai/roi-calculator (spec 002 §2, §9): everything that is entered is in the address, so that it can be sent to others. */
export function Component() {
  const [entered, setEntered] = useQueryStates(parsers);
  const [plan, setPlan] = useQueryState('plan', parseAsStringLiteral(ROI_PLAN_KEYS).withDefault('premium'));
  const { data: plans, error, refetch } = usePricing();
  const terms = plans?.[ROI_PLANS[plan].tier];
  const { notice, show } = useNotice();
  const inputs = Object.fromEntries(
    NAMES.map((name) => [name, toInput(name, entered[name])]),
  ) as unknown as RoiInputs; // fromEntries forgets which
  const share = () =>
    navigator.clipboard.writeText(location.href).then(
      () => show({ kind: 'success', text: 'Link copied to clipboard', forMs: COPIED_MS }),
      () =>
        show({
          kind: 'error',
          text: 'It could not be copied: copy the address of this page by hand.',
          forMs: COPIED_MS,
        }),
    );
  return (
    <Page
      title="ROI Calculator"
      subtitle="What the assistant saves, and what it costs."
      action={
        <Button leftSection={<IconLink size={16} stroke={1.7} />} onClick={() => void share()}>
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
                onChange={(value) => void setEntered({ [name]: toInput(name, value) })}
              />
            ))}
          </div>
          <Group mt="md">
            <Button
              variant="default"
              size="xs"
              leftSection={<IconRestore size={16} stroke={1.6} />}
              onClick={() => {
                void setEntered(null);
                void setPlan(null);
              }}
            >
              Reset to defaults
            </Button>
          </Group>
        </Card>
        <div className={classes.stack}>
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
          {terms ? (
            <Results results={roiOf(inputs, terms)} inputs={inputs} />
          ) : error ? (
            <ErrorState title="The prices could not be loaded" error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton height={420} role="status" aria-label="Loading the prices" />
          )}
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
    return 'Unlimited messages, at a price of your own: contact sales.';
  return `${formatCurrency(monthlyPrice)} a month with ${formatCount(messages)} messages, then ${formatCurrency(overageRate)} for each.`;
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
          value={payback === null ? MISSING : `${payback.toFixed(2)}`}
          note={payback === null ? undefined : 'months'}
        />
      </StatCards>
      <Card title="In detail">
        <FactsList
          long
          facts={[
            [
              'Support cost today',
              `${formatCurrency(results.currentMonthlySupportCost)} a month, ${formatCurrency(results.currentAnnualSupportCost)} a year`,
            ],
            ['Visitors who ask the assistant', `${formatCount(results.monthlyBotUsers)} a month`],
            ['Resolved by the assistant', `${formatCount(results.monthlyBotResolutions)} a month`],
            ['Tickets less', `${formatCount(results.reducedSupportTickets)} a month`],
            ['Saved by fewer tickets', `${formatCurrency(results.monthlySavingsFromReduction)} a month`],
            ['Saved on the others', `${formatCurrency(results.monthlyEfficiencyGains)} a month`],
            [
              'Savings',
              `${formatCurrency(results.totalMonthlySavings)} a month, ${formatCurrency(results.totalAnnualSavings)} a year`,
            ],
            ['AI messages', `${formatCount(results.estimatedMonthlyMessages)} a month`],
            [
              'Cost of the assistant',
              results.monthlyChatbotCost === null
                ? 'By agreement'
                : `${formatCurrency(results.monthlyChatbotCost)} a month, ${formatCurrency(results.annualChatbotCost)} a year`,
            ],
            ['Satisfaction', `+${results.customerSatisfactionImprovement} points`],
            ['Response time', `${formatPercentage(results.responseTimeImprovement)} shorter`],
            ...(inputs.avgSupportAgentSalary > 0
              ? [
                  [
                    'In agents',
                    `${(results.totalAnnualSavings / inputs.avgSupportAgentSalary).toFixed(1)} salaries a year`,
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
        <li>Support cost: tickets × cost per ticket; a year is twelve months.</li>
        <li>Visitors who ask: visitors × chatbot usage. Resolved: those × the expected resolution rate.</li>
        <li>Tickets less: what is resolved, at most 80 % of the tickets. Saved: those × cost per ticket.</li>
        <li>Efficiency: on each remaining ticket 20 % of its cost.</li>
        <li>
          AI messages: 1.5 for each visitor who asks; beyond the plan's messages its overage rate is charged.
        </li>
        <li>Net savings: annual savings − annual cost of the assistant. ROI: net savings ÷ that cost.</li>
        <li>Payback: annual cost ÷ monthly savings, the months until a year of the assistant is paid for.</li>
        <li>Response time: measured against half a minute, which the assistant is given for an answer.</li>
        <li>Satisfaction: 15 points, a fixed assumption.</li>
        <li>
          The agent's salary only tells the savings in salaries. The current resolution rate, the desired
          response time and the satisfaction goal are kept for the conversation, and change no figure.
        </li>
      </ul>
    </Card>
  );
}
