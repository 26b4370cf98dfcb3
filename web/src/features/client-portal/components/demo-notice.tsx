import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFlask } from '@tabler/icons-react';
import classes from './demo-notice.module.css';

/** Says that this is a demo, and what has been agreed for it (spec 000 §1). */
export function DemoNotice() {
  const [open, { open: show, close }] = useDisclosure();
  return (
    <aside className={classes.notice} aria-label="Demo Account">
      <IconFlask size={18} stroke={1.6} />
      <p className={classes.text}>
        <strong>Demo Account</strong> This account is for evaluation. Some features are not available.
      </p>
      <Button variant="subtle" size="compact-sm" onClick={show}>
        View Terms
      </Button>
      <Modal opened={open} onClose={close} title="Evaluation Agreement" size="lg">
        <Agreement />
        <div className={classes.end}>
          <Button onClick={close}>I Understand</Button>
        </div>
      </Modal>
    </aside>
  );
}

const SECTIONS = [
  {
    title: 'Trial period',
    text: 'You may evaluate the service for 30 days from the day your demo account was opened, unless another period has been agreed in writing. Access ends when the period does.',
  },
  {
    title: 'No personal data',
    text: 'Do not enter personal data, confidential information or data of your customers during the trial. What is shown in a demo account may be made up and is marked as such.',
  },
  {
    title: 'AI output',
    text: 'Scores, grades and answers are produced by software. They are not guaranteed to be accurate or complete, and they are not advice. Check them before you rely on them.',
  },
  {
    title: 'Limit of liability',
    text: 'The service is provided for evaluation as it is. To the extent the law allows, our total liability under this agreement is limited to $100.',
  },
  {
    title: 'Governing law',
    text: 'This agreement is governed by the laws of the State of California, without regard to its rules on conflicts of law.',
  },
] as const;

function Agreement() {
  return (
    <div className={classes.agreement}>
      <p>By using this demo account you agree to the following.</p>
      {SECTIONS.map(({ title, text }) => (
        <section key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </section>
      ))}
    </div>
  );
}
