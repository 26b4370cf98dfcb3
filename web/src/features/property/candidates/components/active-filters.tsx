import type { PropertyType } from '@landline/event-schemas';
import { CloseButton, Group, UnstyledButton } from '@mantine/core';
import common from '../../../../shared/ui/common.module.css';
import { activeFilters } from '../filters.ts';
import { useListState } from '../list-state.ts';
import classes from './active-filters.module.css';

/** A chip for each active filter, and "Clear all". */
export function ActiveFilters({ type }: { type: PropertyType }) {
  const { state, filter, clear } = useListState(type);
  const active = activeFilters(state);
  if (active.length === 0) return null;
  return (
    <Group component="ul" gap={6} className={common.list ?? ''} aria-label="Active filters">
      {active.map(({ name, text }) => (
        <li key={name} className={classes.chip}>
          {text}
          <CloseButton
            size={20}
            c="inherit"
            iconSize={12}
            aria-label={`Remove ${text}`}
            onClick={() => filter({ [name]: null })}
          />
        </li>
      ))}
      <li>
        <UnstyledButton className={classes.clear} onClick={clear}>
          Clear all
        </UnstyledButton>
      </li>
    </Group>
  );
}
