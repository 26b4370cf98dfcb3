import { Tooltip } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import classes from './tab-bar.module.css';
import { useWidth } from './use-width.ts';

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
  const { ref: bar, width } = useWidth();
  // Scrolls the current tab into view when the bar overflows or shrinks.
  useEffect(() => {
    const open = bar.current?.querySelector(`[href$="tab=${current}"]`);
    if (width === 0 || !bar.current || !open) return;
    const [room, tab] = [bar.current.getBoundingClientRect(), open.getBoundingClientRect()];
    // Scrolls only the bar; `scrollIntoView` would scroll the page too.
    bar.current.scrollLeft += Math.min(0, tab.left - room.left) + Math.max(0, tab.right - room.right);
  }, [bar, current, width]);
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
