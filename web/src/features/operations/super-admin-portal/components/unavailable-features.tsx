import { Box } from '@mantine/core';
import { Card } from '../../../../shared/ui/card.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import classes from './unavailable-features.module.css';

/** Features that Landline does not have, each with the reason. */
export function UnavailableFeatures({
  features,
}: {
  features: readonly (readonly [name: string, text: string])[];
}) {
  return (
    <div className={classes.features}>
      {features.map(([name, text]) => (
        <Card key={name} title={name} aside={<Tag outline>Not available</Tag>}>
          <Box component="p" m={0} c="dimmed">
            {text}
          </Box>
        </Card>
      ))}
    </div>
  );
}
