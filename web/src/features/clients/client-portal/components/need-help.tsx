import { Box, Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { mailtoLink } from '../../../../shared/mailboxes.ts';
import { Card } from '../../../../shared/ui/card.tsx';

interface NeedHelpProps {
  /** Subject of the email. */
  subject: string;
  children: string;
}

export function NeedHelp({ subject, children }: NeedHelpProps) {
  return (
    <Card title="Need Help?">
      <Box component="p" maw="64ch" m="0 0 16px" c="dimmed">
        {children}
      </Box>
      <Button
        component="a"
        href={mailtoLink('support', subject)}
        variant="default"
        leftSection={<IconMail size={16} stroke={1.7} />}
      >
        Contact Support
      </Button>
    </Card>
  );
}
