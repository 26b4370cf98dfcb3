import { Button, Group, NativeSelect, Skeleton, Stack } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { formatDate } from '../../../shared/format.ts';
import { messageOr } from '../../../shared/http/errors.ts';
import { WIDGET } from '../../../shared/messages.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../shared/notice/use-notice.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { ErrorState } from '../../../shared/ui/states.tsx';
import { useSaveTemplates, useTemplates } from '../api/templates.ts';
import classes from '../components/widget.module.css';

const CodeEditor = lazy(() => import('../components/code-editor.tsx'));
const editorSkeleton = <Skeleton height={500} role="status" aria-label="Loading the editor" />;

/** Code that is appended to every client's widget, with what it was before (spec 002 §2). */
export function AdvancedCode() {
  const { data, error, refetch } = useTemplates();
  const save = useSaveTemplates();
  const { notice, show } = useNotice();
  const [typed, setTyped] = useState<{ script?: string; style?: string }>({});
  if (!data) {
    return error ? (
      <ErrorState title={WIDGET.templatesLoadFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      editorSkeleton
    );
  }
  const { current, earlier } = data;
  const script = typed.script ?? current.script;
  const style = typed.style ?? current.style;
  const isEdited = script !== current.script || style !== current.style;
  const submit = () =>
    save.mutate(
      { script, style },
      {
        onSuccess: () => {
          setTyped({});
          show({ kind: 'success', text: WIDGET.templatesSaved, forMs: 5_000 });
        },
        onError: (failed) => show({ kind: 'error', text: messageOr(failed, WIDGET.templatesFailed) }),
      },
    );
  const restore = (revision: number) => {
    const found = earlier.find((each) => each.revision === revision);
    if (found) setTyped({ script: found.script, style: found.style });
  };
  return (
    <Stack gap="md">
      <p className={classes.quiet}>
        Appended to the widget that was built, on every client's site. <code>landline</code> is the widget's
        interface: <code>landline.on('open', …)</code>.
      </p>
      <Suspense fallback={editorSkeleton}>
        <Card title="Base script">
          <CodeEditor
            label="Base script"
            language="javascript"
            value={script}
            onChange={(text) => setTyped((before) => ({ ...before, script: text }))}
          />
        </Card>
        <Card title="Base style">
          <CodeEditor
            label="Base style"
            language="css"
            value={style}
            onChange={(text) => setTyped((before) => ({ ...before, style: text }))}
          />
        </Card>
      </Suspense>
      {earlier.length > 0 && (
        <NativeSelect
          label="Earlier templates"
          description="Brings one back into the editors; it is not saved before you save it."
          data={[
            { value: '', label: 'Choose' },
            ...earlier.map(({ revision, savedAt, savedBy }) => ({
              value: String(revision),
              label: `${revision}: ${savedAt ? formatDate(savedAt) : ''}${savedBy ? `, ${savedBy}` : ''}`,
            })),
          ]}
          value=""
          onChange={({ currentTarget }) => restore(Number(currentTarget.value))}
        />
      )}
      <NoticeAlert notice={notice} />
      <Group justify="flex-end">
        <Button onClick={submit} disabled={!isEdited} loading={save.isPending}>
          Save Templates
        </Button>
      </Group>
    </Stack>
  );
}
