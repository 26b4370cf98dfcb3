import { Button, Flex, Modal } from '@mantine/core';
import classes from './demo-notice.module.css';

/** The terms of a demo account (spec 000 §1). */
export default function EvaluationAgreement({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Evaluation Agreement" size="lg">
      <Agreement />
      <Flex justify="flex-end" mt={24}>
        <Button onClick={onClose}>I Understand</Button>
      </Flex>
    </Modal>
  );
}

const SECTIONS = [
  {
    title: 'Trial period',
    text: 'You may evaluate the service for 30 days from the day your demo account was opened, unless another period has been agreed in writing. Access ends when the period does.',
  },
  {
    title: 'No personal data',
    text: "Do not enter personal data, confidential information or your customers' data during the trial. Data shown in a demo account may be made up and is marked as such.",
  },
  {
    title: 'AI output',
    text: 'Scores, grades and answers are produced by software. They are not guaranteed to be accurate or complete, and they are not advice. Check them before you rely on them.',
  },
  {
    title: 'Limit of liability',
    text: 'The service is provided "as is" for evaluation. To the extent the law allows, our total liability under this agreement is limited to $100.',
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
