import type { CandidateDetail } from '@landline/api/property/candidates/contract';
import type { Dataset } from '@landline/api/property/datasets/contract';
import { ActionIcon, Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react';
import { useEffectEvent, useMemo } from 'react';
import { Link, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { formatCount } from '../../../../shared/format.ts';
import { usePageActions } from '../../../../shared/page-actions.ts';
import { focusOn } from '../../../../shared/ui/focus-on.ts';
import { candidatePath, hubOf } from '../../datasets/paths.ts';
import type { ListPosition } from '../adjacent-candidates.ts';
import { useAdjacentCandidates } from '../use-adjacent-candidates.ts';

/** Navigation to the adjacent candidates of the list, and printing. */
export function CandidateActions({ candidate, dataset }: { candidate: CandidateDetail; dataset: Dataset }) {
  const adjacent = useAdjacentCandidates(dataset, candidate.id);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  /** Returns the path of a candidate with the list's filters and the candidate's page of the list. */
  const pathOf = ({ id, page }: ListPosition) => {
    const query = new URLSearchParams(search);
    if (page > 1) query.set('page', String(page));
    else query.delete('page');
    return candidatePath(dataset, id, hubOf(pathname)) + (query.size > 0 ? `?${query}` : '');
  };
  const go = useEffectEvent((direction: 'next' | 'previous') => {
    const to = adjacent?.[direction];
    if (to) void navigate(pathOf(to));
  });
  const actions = useMemo(
    () => [
      { id: 'next', label: 'Next property', shortcut: 'j', perform: () => go('next') },
      { id: 'previous', label: 'Previous property', shortcut: 'k', perform: () => go('previous') },
      { id: 'print', label: 'Print', perform: () => window.print() },
    ],
    [],
  );
  usePageActions(actions);
  return (
    <Group gap="8px 16px" data-screen="">
      {adjacent && (
        <Group component="nav" gap={10} wrap="nowrap" c="dimmed" aria-label="List navigation">
          <Step
            to={adjacent.previous && pathOf(adjacent.previous)}
            label="Previous property"
            icon={IconChevronLeft}
          />
          <span className="num">
            {formatCount(adjacent.position)} of {formatCount(adjacent.total)}
          </span>
          <Step to={adjacent.next && pathOf(adjacent.next)} label="Next property" icon={IconChevronRight} />
        </Group>
      )}
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} stroke={1.7} />}
        onClick={() => window.print()}
      >
        Print
      </Button>
    </Group>
  );
}

interface StepProps {
  /** Null at either end of the list. */
  to: string | null;
  label: string;
  icon: typeof IconChevronLeft;
}

function Step({ to, label, icon: Icon }: StepProps) {
  // The page of the next property replaces this one, so the pressed link takes the focus there.
  const { state } = useLocation();
  const isPressed = useNavigationType() === 'PUSH' && state === label;
  const mark = <Icon size={18} stroke={1.7} />;
  const common = { variant: 'default', size: 36, 'aria-label': label } as const;
  if (to === null) {
    return (
      <ActionIcon {...common} disabled>
        {mark}
      </ActionIcon>
    );
  }
  return (
    <ActionIcon
      {...common}
      component={Link}
      to={to}
      state={label}
      ref={isPressed ? focusOn : undefined}
      title={label}
    >
      {mark}
    </ActionIcon>
  );
}
