import { Tooltip } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import classes from './tab-bar.module.css';

interface Tab<Key extends string = string> {
  key: Key;
  label: string;
  /** Why it cannot be opened. */
  disabled?: string | undefined;
}

interface TabBarProps {
  label: string;
  tabs: readonly Tab[];
  current: string;
  /** What of the address all of them share. */
  along?: Readonly<Record<string, string>>;
}

/** Views of one page, each with an address of its own (`?tab=`). */
export function TabBar({ label, tabs, current, along }: TabBarProps) {
  const kept = along ? `${new URLSearchParams(along)}&` : '';
  const bar = useRef<HTMLElement>(null);
  // Where they do not all fit, the one that is open is seen.
  useEffect(() => {
    bar.current
      ?.querySelector(`[href$="tab=${current}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
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
                {/* A link that leads nowhere: it can be reached, and says why. */}
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
