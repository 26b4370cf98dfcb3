import type { CandidateDetail } from '@landline/api/property/candidates/contract';
import { REASONING_MAX, type TrainingFactor } from '@landline/api/property/classification/contract';
import type { Classification } from '@landline/event-schemas';
import { Alert, Box, Button, Checkbox, Group, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { CommandModal } from '../../../../shared/ui/command-modal.tsx';
import { useNotifications } from '../../../clients/notifications/provider.tsx';
import { useClassify, useFactors } from '../api/classification.ts';
import { classifyErrorMessage } from '../error-messages.ts';
import classes from './classify-modal.module.css';

interface ClassifyModalProps {
  candidate: CandidateDetail;
  /** Null while the modal is closed. */
  classification: Classification | null;
  onClose: () => void;
}

/** Asks for the reasoning and the factors of a classification, both optional. */
export function ClassifyModal({ candidate, classification, onClose }: ClassifyModalProps) {
  const classify = useClassify();
  const [shown, setShown] = useState(classification);
  // The modal keeps its contents while it fades out.
  if (classification !== null && classification !== shown) setShown(classification);
  return (
    <CommandModal
      opened={classification !== null}
      isPending={classify.isPending}
      onClose={onClose}
      onExitTransitionEnd={classify.reset}
      size="lg"
      title={`Mark as ${shown}`}
    >
      {shown && (
        <ClassifyForm candidate={candidate} classification={shown} classify={classify} onClose={onClose} />
      )}
    </CommandModal>
  );
}

interface ClassifyFormProps {
  candidate: CandidateDetail;
  classification: Classification;
  classify: ReturnType<typeof useClassify>;
  onClose: () => void;
}

function ClassifyForm({ candidate, classification, classify, onClose }: ClassifyFormProps) {
  const [notes, setNotes] = useState('');
  const [factorIds, setFactorIds] = useState<string[]>([]);
  const { data: factors } = useFactors(candidate.property_type);
  const notify = useNotifications();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    classify.mutate(
      {
        candidateId: candidate.id,
        classification,
        notes: notes.trim(),
        factorIds,
        originalScore: candidate.score,
        propertyType: candidate.property_type,
      },
      {
        onSuccess: ({ message }) => {
          notify.success(message);
          onClose();
        },
      },
    );
  };
  const groups = [
    { title: 'Positive', factors: factors?.positive ?? [] },
    { title: 'Negative', factors: factors?.negative ?? [] },
  ];
  // Show the more likely factors first.
  if (classification === 'bad') groups.reverse();
  return (
    <form onSubmit={submit}>
      <Textarea
        label="Reasoning (optional)"
        placeholder={classification === 'good' ? 'What makes it worth a call?' : 'What rules it out?'}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={REASONING_MAX}
        data-autofocus
        value={notes}
        onChange={({ currentTarget }) => setNotes(currentTarget.value)}
      />
      <Text fz="xs" c="dimmed" ta="right" mt={4} className="num">
        {notes.length} / {REASONING_MAX}
      </Text>
      <Checkbox.Group value={factorIds} onChange={setFactorIds}>
        {groups.map(({ title, factors: group }) => (
          <Factors key={title} title={title} factors={group} />
        ))}
      </Checkbox.Group>
      {classify.error && (
        <Alert color="red" p="sm" mt="md">
          {classifyErrorMessage(classify.error)}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" disabled={classify.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={classify.isPending}>
          Mark as {classification}
        </Button>
      </Group>
    </form>
  );
}

function Factors({ title, factors }: { title: string; factors: readonly TrainingFactor[] }) {
  if (factors.length === 0) return null;
  return (
    <Box component="fieldset" m={0} mt="sm" p={0} bd={0}>
      <Text component="legend" fz="sm" fw={600} mb="xs">
        {title} factors
      </Text>
      <div className={classes.grid}>
        {factors.map(({ id, factor_name, description }) => (
          <Checkbox key={id} value={id} size="sm" label={factor_name} description={description} />
        ))}
      </div>
    </Box>
  );
}
