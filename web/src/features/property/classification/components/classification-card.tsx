import type { CandidateDetail } from '@landline/api/property/candidates/contract';
import type { ClassificationRecord } from '@landline/api/property/classification/contract';
import { CLASSIFICATIONS, type Classification } from '@landline/event-schemas';
import { Alert, Button, Group, Skeleton, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatDate, signedPoints } from '../../../../shared/format.ts';
import { usePageActions } from '../../../../shared/page-actions.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { useIsDemo, useUser } from '../../../platform/session/context.ts';
import { DEMO_LABEL } from '../../demo-label.ts';
import { useClassification, useFactors, useRemoveClassification } from '../api/classification.ts';
import { CLASSIFICATION_DISPLAY } from '../classification-display.ts';
import { removalErrorMessage } from '../error-messages.ts';
import { ClassificationBadge } from './classification-badge.tsx';
import classes from './classification-card.module.css';
import { ClassifyModal } from './classify-modal.tsx';

/** Classifies a candidate as good or bad, or shows and removes its classification. */
export function ClassificationCard({ candidate }: { candidate: CandidateDetail }) {
  const { data: record, error, isPending } = useClassification(candidate.id);
  const [pending, setPending] = useState<Classification | null>(null);
  const user = useUser();
  const isDemo = useIsDemo();
  const mayClassify = user !== null && !isDemo && record === null;
  const actions = useMemo(
    () =>
      mayClassify
        ? [
            { id: 'good', label: 'Mark as good', shortcut: 'g', perform: () => setPending('good') },
            { id: 'bad', label: 'Mark as bad', shortcut: 'b', perform: () => setPending('bad') },
          ]
        : [],
    [mayClassify],
  );
  usePageActions(actions);
  // If the lookup fails, the page works without this card (spec 001 §7).
  if (!user || (error && record === undefined)) return null;
  return (
    <Card title="Classification">
      {isPending ? (
        <Skeleton height={36} />
      ) : record ? (
        <Classified candidate={candidate} record={record} />
      ) : (
        <>
          <p className={classes.printed}>Not classified.</p>
          <Text c="dimmed" mb="sm" data-screen="">
            Is this a good lead? Your classification updates the score right away and trains the scoring of
            similar properties.
          </Text>
          <Group grow wrap="nowrap" gap="xs">
            {CLASSIFICATIONS.map((value) => {
              const { label, Icon } = CLASSIFICATION_DISPLAY[value];
              return (
                <Button
                  key={value}
                  variant="default"
                  leftSection={<Icon size={17} stroke={1.7} />}
                  disabled={isDemo}
                  onClick={() => setPending(value)}
                >
                  {label}
                </Button>
              );
            })}
          </Group>
          {isDemo && (
            <Text fz="sm" c="dimmed" my="xs" data-screen="">
              {DEMO_LABEL}
            </Text>
          )}
        </>
      )}
      <ClassifyModal candidate={candidate} classification={pending} onClose={() => setPending(null)} />
    </Card>
  );
}

function Classified({ candidate, record }: { candidate: CandidateDetail; record: ClassificationRecord }) {
  const remove = useRemoveClassification();
  const isDemo = useIsDemo();
  const { data: factors } = useFactors(candidate.property_type);
  const namedFactors = [...(factors?.positive ?? []), ...(factors?.negative ?? [])].filter(({ id }) =>
    record.factorIds.includes(id),
  );
  return (
    <>
      <ClassificationBadge classification={record.classification} />
      {record.notes && <blockquote className={classes.notes}>{record.notes}</blockquote>}
      {namedFactors.length > 0 && (
        <Group component="ul" gap={6} mt="sm" className={`${common.list} ${classes.factors}`}>
          {namedFactors.map(({ id, factor_name, adjustment_value }) => (
            <li key={id}>
              {factor_name}{' '}
              <Text span inherit c="dimmed" className="num">
                {signedPoints(adjustment_value)}
              </Text>
            </li>
          ))}
        </Group>
      )}
      <Text fz="sm" c="dimmed" my="xs">
        Classified {formatDate(record.created_at)}. The classification adjusts this score and trains the
        scoring of similar properties. Removing it reverses both.
      </Text>
      <Button
        variant="default"
        size="xs"
        disabled={isDemo}
        loading={remove.isPending}
        onClick={() => remove.mutate(candidate.id)}
      >
        Remove &amp; Reclassify
      </Button>
      {isDemo && (
        <Text fz="sm" c="dimmed" my="xs">
          {DEMO_LABEL}
        </Text>
      )}
      {remove.error && (
        <Alert color="red" p="sm" mt="sm">
          {removalErrorMessage(remove.error)}
        </Alert>
      )}
    </>
  );
}
