import type { CandidateDetail } from '@landline/api/property/candidates/contract';
import { PROFILE_TITLES, profileName } from '@landline/api/property/imports/contract';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { formatDate } from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { useIsStaff } from '../../../platform/session/context.ts';
import { HUB } from '../../datasets/paths.ts';

/** Source file of the candidate's data. */
export function ProvenanceCard({ candidate }: { candidate: CandidateDetail }) {
  const { source, is_demo } = candidate;
  const mayOpen = useIsStaff('SuperAdmin');
  const profile = profileName.safeParse(source.profile).data;
  return (
    <Card title="Data source">
      <Text c="dimmed" maw="72ch">
        {is_demo ? 'Generated demo data: ' : 'Imported from '}
        {mayOpen ? (
          <Anchor component={Link} to={`${HUB}/imports/${source.import_id}`} td="underline">
            {source.file_name}
          </Anchor>
        ) : (
          source.file_name
        )}
        {!is_demo && profile && ` (${PROFILE_TITLES[profile]})`}, {formatDate(source.imported_at)}. The score
        is calculated from this data and the classification.
      </Text>
    </Card>
  );
}
