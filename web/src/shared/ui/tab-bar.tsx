import { Tooltip } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import classes from './tab-bar.module.css';
import { useWidth } from './use-width.ts';

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
  const { ref: bar, width } = useWidth();
  // Where they do not all fit, the one that is open is seen, also when there is less room than before.
  useEffect(() => {
    const open = bar.current?.querySelector(`[href$="tab=${current}"]`);
    if (width === 0 || !bar.current || !open) return;
    const [room, tab] = [bar.current.getBoundingClientRect(), open.getBoundingClientRect()];
    // The bar alone: whoever has scrolled down the page stays there.
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
