import type { Chat } from './chat.ts';
import { h, textButton } from './dom.ts';
import { failureText } from './failure-text.ts';
import type { PanelHost } from './host.ts';
import { randomId } from './random-id.ts';
import type { Key, Translate } from './texts.ts';

/** Creates the form for leaving a message. */
export function createMessageForm(
  { identity }: PanelHost,
  chat: Chat,
  t: Translate,
  back: (sent: boolean) => void,
): HTMLFormElement {
  const messageId = randomId();
  const failure = h('p', { class: 'wrong', role: 'alert' });
  const submit = h('button', { type: 'submit', class: 'primary' }, t('leaveSend'));
  const fields = [
    field('name', h('input', { name: 'name', autocomplete: 'name', maxlength: 100 }), 'nameMissing'),
    field(
      'email',
      h('input', { name: 'email', type: 'email', autocomplete: 'email', maxlength: 254 }),
      'emailWrong',
    ),
    field('message', h('textarea', { name: 'message', rows: 4, maxlength: 4000 }), 'messageMissing'),
  ];

  function field(key: Key, input: HTMLInputElement | HTMLTextAreaElement, errorText: Key) {
    input.id = `leave-${key}`;
    input.required = true;
    const error = h('span', { class: 'wrong', id: `${input.id}-wrong` });
    input.setAttribute('aria-describedby', error.id);
    const check = () => {
      const text = input.validity.valid && input.value.trim() !== '' ? '' : t(errorText);
      error.textContent = text;
      input.setAttribute('aria-invalid', String(text !== ''));
      return text === '';
    };
    const element = h('div', { class: 'field' }, h('label', { for: input.id }, t(key)), input, error);
    return { element, input, check };
  }

  async function send(): Promise<void> {
    // Checks every field, so that all errors are shown.
    const [firstInvalid] = fields.filter(({ check }) => !check());
    if (firstInvalid) {
      firstInvalid.input.focus();
      return;
    }
    const [name = '', email = '', message = ''] = fields.map(({ input }) => input.value.trim());
    submit.disabled = true;
    try {
      await chat.leaveMessage({ messageId, name, email, message });
      back(true);
    } catch (error) {
      failure.textContent = failureText(error, 'leaveFailed', t);
      submit.disabled = false;
    }
  }

  const { name = '', email = '' } = identity();
  for (const [index, value] of [name, email].entries()) {
    const input = fields[index]?.input;
    if (input) input.value = value;
  }
  const cancel = textButton(t('leaveCancel'), () => back(false));
  return h(
    'form',
    {
      class: 'leave',
      novalidate: true,
      submit: (event: Event) => {
        event.preventDefault();
        void send();
      },
    },
    h('h3', {}, t('leave')),
    h('p', {}, t('leaveIntro')),
    ...fields.map(({ element }) => element),
    failure,
    h('div', { class: 'buttons' }, cancel, submit),
  );
}
