import common from '../../../../shared/ui/common.module.css';
import { Page } from '../../../../shared/ui/page.tsx';
import { TabBar, useTab } from '../../../../shared/ui/tab-bar.tsx';
import { ErasureList } from '../components/erasure-list.tsx';
import { FindPerson } from '../components/find-person.tsx';
import { RetentionList } from '../components/retention-list.tsx';

const TABS = [
  { key: 'people', label: 'People' },
  { key: 'retention', label: 'Retention' },
] as const;

/** /SuperAdminPortal/erasure */
export function Component() {
  const tab = useTab(TABS);
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
