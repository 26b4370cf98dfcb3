import { parseAsStringLiteral, useQueryState } from 'nuqs';
import common from '../../../../shared/ui/common.module.css';
import { Page } from '../../../../shared/ui/page.tsx';
import { TabBar } from '../../../../shared/ui/tab-bar.tsx';
import { ErasureList } from '../components/erasure-list.tsx';
import { FindPerson } from '../components/find-person.tsx';
import { RetentionList } from '../components/retention-list.tsx';

const TABS = [
  { key: 'people', label: 'People' },
  { key: 'retention', label: 'Retention' },
] as const;
const KEYS = TABS.map(({ key }) => key);

/** /SuperAdminPortal/erasure */
export function Component() {
  const [tab] = useQueryState('tab', parseAsStringLiteral(KEYS).withDefault('people'));
  return (
    <Page title="Erasure" subtitle="Erase personal data on request and set how long conversations are kept.">
      <TabBar label="Erasure" tabs={TABS} current={tab} />
      {tab === 'people' ? (
        <div className={common.stack}>
          <FindPerson />
          <ErasureList />
        </div>
      ) : (
        <RetentionList />
      )}
    </Page>
  );
}
