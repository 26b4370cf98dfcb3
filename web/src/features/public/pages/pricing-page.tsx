import { planTier } from '@landline/event-schemas';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../shared/ui/button.tsx';
import { StaticPage } from '../components/static-page.tsx';
import { COMPARISON, PRICING_FAQ, PRICING_TIERS, priceOf } from '../pricing.ts';
import classes from './pricing-page.module.css';

/** /ai/pricing (spec 002 §2, §9): open to everybody, as it names no role. */
export function Component() {
  const [compared, setCompared] = useState(false);
  return (
    <StaticPage
      title="Pricing"
      lead="Only AI assistant responses count as messages, not your visitors' questions."
    >
      <ul className={classes.tiers} aria-label="Plans">
        {PRICING_TIERS.map((tier) => (
          <li key={tier.name} className={classes.tier} data-popular={tier.popular || undefined}>
            <h2 className={classes.name}>
              {tier.name}
              {tier.popular && <span className={classes.popular}>Most popular</span>}
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
              <Link to="/contact" aria-label={`${tier.cta} about ${tier.name}`}>
                {tier.cta}
              </Link>
            </p>
          </li>
        ))}
      </ul>
      <Button variant="default" aria-expanded={compared} onClick={() => setCompared(!compared)}>
        {compared ? 'Hide Detailed Comparison' : 'Show Detailed Comparison'}
      </Button>
      {compared && <Comparison />}
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

function Comparison() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable
    <section className={classes.frame} aria-label="Detailed comparison" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th className={classes.head}>Feature</th>
            {PRICING_TIERS.map(({ name }) => (
              <th key={name} className={classes.head}>
                {name}
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
                  {of(tier)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
