import { clientPageBody } from '@landline/api/assistant/website/contract';
import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messageOr } from '../../../../shared/http/errors.ts';
import { FormModal } from '../../../../shared/ui/form-modal.tsx';
import { useAddClientPage } from '../api/website.ts';
import { ERRORS } from '../error-texts.ts';

interface AddClientPageProps {
  clientId: string;
  onAdded: (message: string) => void;
  onClose: () => void;
}

/** Form for clients to add a page or document for their assistant to learn. */
export function AddClientPage({ clientId, onAdded, onClose }: AddClientPageProps) {
  const add = useAddClientPage(clientId);
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { data, error } = clientPageBody.safeParse({ url });
    setProblem(error?.issues[0]?.message ?? null);
    if (data) add.mutate(data.url, { onSuccess: ({ message }) => onAdded(message) });
  };
  return (
    <FormModal
      title="Add a page"
      submit="Add page"
      problem={add.error ? messageOr(add.error, ERRORS.add) : null}
      pending={add.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        type="url"
        label="URL"
        description="A web page, PDF, Word document (DOCX) or text file. It can be on another website, such as your help center."
        placeholder="https://help.example.com/returns"
        data-autofocus
        value={url}
        error={problem}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
    </FormModal>
  );
}
