import { Tooltip } from '@mantine/core';
import { Link } from 'react-router-dom';
import classes from './tab-bar.module.css';
import { useScrolledTo } from './use-scrolled-to.ts';

interface Tab<Key extends string = string> {
  key: Key;
  label: string;
  /** Reason why the tab is disabled. */
  disabled?: string | undefined;
}

interface TabBarProps {
  label: string;
  tabs: readonly Tab[];
  current: string;
  /** Query parameters that every tab keeps. */
  params?: Readonly<Record<string, string>>;
}

/** Tabs of a page, each with its own URL (`?tab=`). */
export function TabBar({ label, tabs, current, params }: TabBarProps) {
  const kept = params ? `${new URLSearchParams(params)}&` : '';
  const bar = useScrolledTo<HTMLElement>(`[href$="tab=${current}"]`);
  return (
    <nav ref={bar} aria-label={label} className={classes.bar}>
      <ul className={classes.list}>
        {tabs.map((tab) => (
          <li key={tab.key}>
            {tab.disabled === undefined ? (
              <Link
                to={{ search: `?${kept}tab=${tab.key}` }}
                className={classes.tab}
                aria-current={tab.key === current ? 'page' : undefined}
              >
                {tab.label}
              </Link>
            ) : (
              <Tooltip label={tab.disabled} events={{ hover: true, focus: true, touch: true }}>
                {/* A focusable link without target, so that its tooltip explains why. */}
                {/* biome-ignore lint/a11y/useValidAnchor: without an address on purpose, as the ARIA practices have it */}
                <a role="link" aria-disabled="true" tabIndex={0} className={classes.tab}>
                  {tab.label}
                </a>
              </Tooltip>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
