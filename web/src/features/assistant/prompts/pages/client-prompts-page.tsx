import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { Page } from '../../../../shared/ui/page.tsx';
import { TabBar, useTab } from '../../../../shared/ui/tab-bar.tsx';
import { useClientRecord } from '../../../clients/clients/api/clients.ts';
import { ClientMissing } from '../../../clients/clients/components/client-missing.tsx';
import { ApprovedAnswers } from '../components/approved-answers.tsx';
import { PromptForm } from '../components/prompt-form.tsx';
import { PromptList } from '../components/prompt-list.tsx';
import classes from '../components/prompts.module.css';
import { usePromptForm } from '../use-prompt-form.ts';

const TABS = [
  { key: 'prompts', label: 'Prompts' },
  { key: 'answers', label: 'Approved answers' },
] as const;

/** /ai/client-prompts/:clientId (spec 002 §2) */
export function Component() {
  const { clientId = '' } = useParams();
  const { data: client, error, refetch } = useClientRecord(clientId);
  const form = usePromptForm(clientId);
  const [discarding, setDiscarding] = useState<{ action: () => void }>();
  const { notice, show } = useNotice();
  const tab = useTab(TABS);
  const replaceText = (action: () => void) => (form.hasUnsavedText() ? setDiscarding({ action }) : action());
  const close = () => setDiscarding(undefined);
  if (!client) return <ClientMissing title="Custom Prompts" error={error} onRetry={() => void refetch()} />;
  return (
    <Page
      title="Custom Prompts"
      subtitle={`Facts and instructions for ${client.name}'s assistant, in addition to its website.`}
      names={{ clientId: client.name }}
    >
      <TabBar label="Custom prompts" tabs={TABS} current={tab} />
      <div className={notice ? classes.notice : undefined}>
        <NoticeAlert notice={notice} />
      </div>
      {tab === 'answers' ? (
        <ApprovedAnswers clientId={clientId} />
      ) : (
        <div className={classes.columns}>
          <PromptForm form={form} onReplace={replaceText} show={show} />
          <PromptList
            clientId={clientId}
            isDisabled={form.save.isPending}
            onEdit={(prompt) => replaceText(() => form.edit(prompt))}
            onDeleted={(promptId) => form.edited?.id === promptId && form.edit(undefined)}
            show={show}
          />
        </div>
      )}
      {discarding && (
        <ConfirmDialog
          title="Discard unsaved text"
          action="Discard"
          isPending={false}
          onConfirm={() => {
            discarding.action();
            close();
          }}
          onClose={close}
        >
          The text in the form is not saved. Discard it?
        </ConfirmDialog>
      )}
    </Page>
  );
}
