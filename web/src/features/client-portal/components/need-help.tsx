import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { mailLink } from '../../../shared/mail.ts';
import { Card } from '../../../shared/ui/card.tsx';
import classes from './need-help.module.css';

/** Whom to ask. */
export function NeedHelp({ title = 'Need Help?', subject, children }: NeedHelpProps) {
  return (
    <Card title={title}>
      <p className={classes.text}>{children}</p>
      <Button
        component="a"
        href={mailLink('support', subject)}
        variant="default"
        leftSection={<IconMail size={16} stroke={1.7} />}
      >
        Contact Support
      </Button>
    </Card>
  );
}

interface NeedHelpProps {
  title?: string;
  /** Of the mail. */
  subject: string;
  children: string;
}
