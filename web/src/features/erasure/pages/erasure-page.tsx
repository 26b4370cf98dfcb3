import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { Page } from '../../../shared/ui/page.tsx';
import { TabBar } from '../../../shared/ui/tab-bar.tsx';
import classes from '../components/erasure.module.css';
import { ErasureList } from '../components/erasure-list.tsx';
import { FindPerson } from '../components/find-person.tsx';
import { RetentionList } from '../components/retention-list.tsx';

const TABS = [
  { key: 'people', label: 'People' },
  { key: 'retention', label: 'Retention' },
] as const;
const KEYS = TABS.map(({ key }) => key);

/** /SuperAdminPortal/erasure: people who ask to be forgotten, and conversations that are not kept for ever. */
export function Component() {
  const [tab] = useQueryState('tab', parseAsStringLiteral(KEYS).withDefault('people'));
  return (
    <Page
      title="Erasure"
      subtitle="People who ask to be forgotten, and conversations that are not kept for ever."
    >
      <TabBar label="Erasure" tabs={TABS} current={tab} />
      {tab === 'people' ? (
        <div className={classes.sections}>
          <FindPerson />
          <ErasureList />
        </div>
      ) : (
        <RetentionList />
      )}
    </Page>
  );
}
