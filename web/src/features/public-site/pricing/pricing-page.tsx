import type { PriceList } from '@landline/api/assistant/billing/contract';
import { planTier } from '@landline/event-schemas';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../shared/ui/button.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { StaticPage } from '../marketing/components/static-page.tsx';
import { useLoad } from '../marketing/use-load.ts';
import { getPricing } from './get-pricing.ts';
import { COMPARISON, PRICING_FAQ, priceOf, pricingTiers } from './plan-features.ts';
import classes from './pricing-page.module.css';

/** /ai/pricing (spec 002 §2, §9): public, because the specification names no role for it. */
export function Component() {
  return (
    <StaticPage
      title="Pricing"
      lead="Only AI assistant responses count as messages, not your visitors' questions."
    >
      <Plans />
      <h2>Frequently asked questions</h2>
      <dl className={classes.faq}>
        {PRICING_FAQ.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </StaticPage>
  );
}

function Plans() {
  const { data: plans, error, retry } = useLoad(getPricing);
  const [isComparing, setComparing] = useState(false);
  if (error)
    return (
      <>
        <Notice kind="error">The prices could not be loaded.</Notice>
        <Button variant="default" onClick={retry}>
          Retry
        </Button>
      </>
    );
  if (!plans) return <p role="status">Loading prices</p>;
  return (
    <>
      <ul className={classes.tiers} aria-label="Plans">
        {pricingTiers(plans).map((tier) => (
          <li key={tier.name} className={classes.tier} data-popular={tier.isPopular || undefined}>
            <h2 className={classes.name}>
              {tier.name}
              {tier.isPopular && <span className={classes.popular}>Most popular</span>}
            </h2>
            <p className={classes.price}>
              {priceOf(tier.monthlyPrice)}{' '}
              <span className={classes.per}>{tier.monthlyPrice === null ? 'negotiable' : 'per month'}</span>
            </p>
            <p className={classes.text}>{tier.description}</p>
            <ul className={classes.features}>
              {tier.features.map((feature) => (
                <li key={feature}>
                  <IconCheck size={16} stroke={1.8} aria-hidden="true" />
                  {feature}
                </li>
              ))}
            </ul>
            <p className={`${classes.text} ${classes.cta}`}>
              <Link to="/contact" aria-label={`Contact Sales about ${tier.name}`}>
                Contact Sales
              </Link>
            </p>
          </li>
        ))}
      </ul>
      <Button variant="default" aria-expanded={isComparing} onClick={() => setComparing(!isComparing)}>
        {isComparing ? 'Hide Detailed Comparison' : 'Show Detailed Comparison'}
      </Button>
      {isComparing && <Comparison plans={plans} />}
    </>
  );
}

function Comparison({ plans }: { plans: PriceList }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
    <section className={classes.frame} aria-label="Detailed comparison" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th className={classes.head}>Feature</th>
            {planTier.options.map((tier) => (
              <th key={tier} className={classes.head}>
                {plans[tier].name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {COMPARISON.map(({ feature, of }) => (
            <tr key={feature}>
              <th scope="row" className={classes.cell}>
                {feature}
              </th>
              {planTier.options.map((tier) => (
                <td key={tier} className={classes.cell}>
                  {of(plans[tier])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
