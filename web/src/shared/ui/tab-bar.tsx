import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { Link } from 'react-router-dom';
import classes from './tab-bar.module.css';
import { useScrolledTo } from './use-scrolled-to.ts';

interface Tab {
  key: string;
  label: string;
}

interface TabBarProps {
  label: string;
  tabs: readonly Tab[];
  current: string;
  /** Query parameters that every tab keeps. */
  params?: Readonly<Record<string, string>>;
}

/** Returns the key of the tab in the URL (`?tab=`); the first tab is the default. */
export function useTab<Key extends string>(tabs: readonly [{ key: Key }, ...{ key: Key }[]]): Key {
  const keys = tabs.map(({ key }) => key);
  const [tab] = useQueryState('tab', parseAsStringLiteral(keys).withDefault(tabs[0].key));
  return tab;
}

/** Tabs of a page, each with its own URL (`?tab=`). */
export function TabBar({ label, tabs, current, params }: TabBarProps) {
  const keptParams = params ? `${new URLSearchParams(params)}&` : '';
  const bar = useScrolledTo<HTMLElement>(`[href$="tab=${current}"]`);
  return (
    <nav ref={bar} aria-label={label} className={classes.bar}>
      <ul className={classes.list}>
        {tabs.map((tab) => (
          <li key={tab.key}>
            <Link
              to={{ search: `?${keptParams}tab=${tab.key}` }}
              className={classes.tab}
              aria-current={tab.key === current ? 'page' : undefined}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
