import { Flex, Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import common from '../../../../shared/ui/common.module.css';
import { pageCount, planUsageOf } from '../page-status.ts';

interface PlanUsageProps {
  usage: { indexed: number; allowance: number; passages: number; encoded: number };
  /** "Your" for the client, "The" for staff. */
  owner: 'Your' | 'The';
  children?: ReactNode;
}

/** Shows how many of the plan's pages are learned (spec 002 §9) and how many passages are ready for semantic search. */
export function PlanUsage({ usage, owner, children }: PlanUsageProps) {
  const { remaining, percent, level } = planUsageOf(usage);
  return (
    <div>
      <Flex component="p" gap={8} justify="space-between" className="num">
        <span>Pages learned</span>
        <strong>
          {formatCount(usage.indexed)} of {formatCount(usage.allowance)}
        </strong>
      </Flex>
      <Progress
        my={6}
        value={percent}
        {...(level !== 'free' && { color: level === 'near' ? 'yellow' : 'red' })}
        aria-label={`Percent of ${owner.toLowerCase()} plan's pages used`}
      />
      <p className={common.quiet}>
        {level === 'full'
          ? `${owner} plan has no pages left. Additional pages are listed but not learned.`
          : `${owner} plan has ${pageCount(remaining)} left.`}{' '}
        {children}
      </p>
      {usage.encoded < usage.passages && (
        <p className={common.quiet}>
          Preparing semantic search: {formatCount(usage.encoded)} of {formatCount(usage.passages)} text
          passages. Keyword search already finds the others.
        </p>
      )}
    </div>
  );
}
