import type { CandidateDetail } from '@landline/api/candidates/contract';
import type { Dataset } from '@landline/api/datasets/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { formatCount } from '../../../shared/format.ts';
import { usePageActions } from '../../../shared/page-actions.ts';
import { candidatePath, hubOf } from '../../datasets/paths.ts';
import type { Neighbour, Neighbours } from '../neighbours.ts';
import { useNeighbours } from '../use-neighbours.ts';
import classes from './candidate-actions.module.css';

/** Through the list from one candidate to the next, and onto paper. */
export function CandidateActions({ candidate, dataset }: { candidate: CandidateDetail; dataset: Dataset }) {
  const neighbours = useNeighbours(dataset, candidate.id);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const go = useEffectEvent((way: 'next' | 'previous') => {
    const to = neighbours?.[way];
    if (to) void navigate(neighbourPath(dataset, to, hubOf(pathname), search));
  });
  const actions = useMemo(
    () => [
      { id: 'next', label: 'Next property', shortcut: 'j', perform: () => go('next') },
      { id: 'previous', label: 'Previous property', shortcut: 'k', perform: () => go('previous') },
      { id: 'note', label: 'Write a note', shortcut: 'n', perform: writeNote },
      { id: 'print', label: 'Print', perform: () => window.print() },
    ],
    [],
  );
  usePageActions(actions);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === '#notes') writeNote();
  }, [hash]);
  return (
    <div className={classes.actions}>
      {neighbours && <Stepper neighbours={neighbours} dataset={dataset} />}
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} stroke={1.7} />}
        onClick={() => window.print()}
      >
        Print
      </Button>
    </div>
  );
}

/** Opens the form of the notes; where notes may not be added its button cannot be pressed. */
function writeNote(): void {
  const notes = document.getElementById('notes');
  notes?.scrollIntoView({ block: 'center' });
  notes?.querySelector<HTMLElement>('button:not(:disabled)')?.click();
}

function Stepper({ neighbours, dataset }: { neighbours: Neighbours; dataset: Dataset }) {
  const { previous, next, at, total } = neighbours;
  return (
    <nav className={classes.stepper} aria-label="Through the list">
      <Step to={previous} dataset={dataset} label="Previous property" icon={IconChevronLeft} />
      <span className="num">
        {formatCount(at)} of {formatCount(total)}
      </span>
      <Step to={next} dataset={dataset} label="Next property" icon={IconChevronRight} />
    </nav>
  );
}

interface StepProps {
  to: Neighbour | null;
  dataset: Dataset;
  label: string;
  icon: typeof IconChevronLeft;
}

function Step({ to, dataset, label, icon: Icon }: StepProps) {
  const { pathname, search } = useLocation();
  const mark = <Icon size={18} stroke={1.7} />;
  if (!to) {
    return (
      <ActionIcon variant="default" size={36} disabled aria-label={label}>
        {mark}
      </ActionIcon>
    );
  }
  return (
    <ActionIcon
      variant="default"
      size={36}
      component={Link}
      to={neighbourPath(dataset, to, hubOf(pathname), search)}
      title={label}
      aria-label={label}
    >
      {mark}
    </ActionIcon>
  );
}

/** A neighbour's address, with the list's filters and the page that it stands on. */
function neighbourPath(dataset: Dataset, { id, page }: Neighbour, hub: string, search: string): string {
  const query = new URLSearchParams(search);
  if (page > 1) query.set('page', String(page));
  else query.delete('page');
  return candidatePath(dataset, id, hub) + (query.size > 0 ? `?${query}` : '');
}
