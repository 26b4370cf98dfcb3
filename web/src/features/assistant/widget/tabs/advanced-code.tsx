import type { TemplatesResponse } from '@landline/api/assistant/widget/contract';
import { NativeSelect, Skeleton, Stack } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { editsSince } from '../../../../shared/edits-since.ts';
import { formatDate } from '../../../../shared/format.ts';
import { WIDGET } from '../../../../shared/messages.ts';
import { reportOutcome } from '../../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { useSaveTemplates, useTemplates } from '../api/templates.ts';
import { FormFooter } from '../components/form-footer.tsx';

const CodeEditor = lazy(() => import('../components/code-editor.tsx'));
const editorSkeleton = <Skeleton height={500} role="status" aria-label="Loading the editor" />;

/** Code appended to every client's widget, with earlier revisions (spec 002 §2). */
export function AdvancedCode() {
  return (
    <QueryBody query={useTemplates()} errorTitle={WIDGET.templatesLoadFailed} skeleton={editorSkeleton}>
      {(templates) => <TemplateEditors {...templates} />}
    </QueryBody>
  );
}

function TemplateEditors({ current, earlier }: TemplatesResponse) {
  const save = useSaveTemplates();
  const { notice, show } = useNotice();
  const [edits, setEdits] = useState<{ script?: string; style?: string }>({});
  const script = edits.script ?? current.script;
  const style = edits.style ?? current.style;
  const isEdited = script !== current.script || style !== current.style;
  const submit = () =>
    save.mutate(
      { script, style },
      reportOutcome(show, WIDGET.templatesSaved, WIDGET.templatesFailed, () =>
        setEdits((current) => editsSince(edits, current)),
      ),
    );
  const restore = (revision: number) => {
    const found = earlier.find((each) => each.revision === revision);
    if (found) setEdits({ script: found.script, style: found.style });
  };
  return (
    <Stack gap="md">
      <p className={common.quiet}>
        This code is appended to the widget on every client's website. It can use the <code>landline</code>{' '}
        API, for example <code>landline.on('open', …)</code>.
      </p>
      <Suspense fallback={editorSkeleton}>
        <Card title="Base script">
          <CodeEditor
            label="Base script"
            language="javascript"
            value={script}
            onChange={(text) => setEdits((before) => ({ ...before, script: text }))}
          />
        </Card>
        <Card title="Base style">
          <CodeEditor
            label="Base style"
            language="css"
            value={style}
            onChange={(text) => setEdits((before) => ({ ...before, style: text }))}
          />
        </Card>
      </Suspense>
      {earlier.length > 0 && (
        <NativeSelect
          label="Earlier revisions"
          description="Loads a revision into the editors. Save to apply it."
          data={[
            { value: '', label: 'Choose a revision' },
            ...earlier.map(({ revision, savedAt, savedBy }) => ({
              value: String(revision),
              label: `${revision}: ${savedAt ? formatDate(savedAt) : ''}${savedBy ? `, ${savedBy}` : ''}`,
            })),
          ]}
          value=""
          onChange={({ currentTarget }) => restore(Number(currentTarget.value))}
        />
      )}
      <FormFooter
        notice={notice}
        label="Save Templates"
        isPending={save.isPending}
        isDisabled={!isEdited}
        onSave={submit}
      />
    </Stack>
  );
}
