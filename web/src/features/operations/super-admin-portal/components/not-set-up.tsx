import { Box } from '@mantine/core';
import { Card } from '../../../../shared/ui/card.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import classes from './not-set-up.module.css';

/** Features that are not configured in this installation. */
export function NotSetUp({ parts }: { parts: readonly (readonly [name: string, text: string])[] }) {
  return (
    <div className={classes.parts}>
      {parts.map(([name, text]) => (
        <Card key={name} title={name} aside={<Tag outline>Not set up</Tag>}>
          <Box component="p" m={0} c="dimmed">
            {text}
          </Box>
        </Card>
      ))}
    </div>
  );
}
