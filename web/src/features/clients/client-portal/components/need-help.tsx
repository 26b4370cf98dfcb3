import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { mailLink } from '../../../../shared/mail.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import classes from './need-help.module.css';

export function NeedHelp({ subject, children }: NeedHelpProps) {
  return (
    <Card title="Need Help?">
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
  /** Subject of the email. */
  subject: string;
  children: string;
}
