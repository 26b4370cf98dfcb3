import type { CandidateDetail } from '@landline/api/candidates/contract';
import { PROFILE_TITLES, profileName } from '@landline/api/imports/contract';
import { Link } from 'react-router-dom';
import { formatDate } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { HUB } from '../../datasets/paths.ts';
import { useIsStaff } from '../../session/context.ts';
import classes from './provenance-card.module.css';

/** Where every figure on the page comes from. */
export function ProvenanceCard({ candidate }: { candidate: CandidateDetail }) {
  const { source, is_demo } = candidate;
  const mayOpen = useIsStaff('SuperAdmin');
  const profile = profileName.safeParse(source.profile).data;
  return (
    <Card title="Where this comes from">
      <p className={classes.text}>
        {is_demo ? 'Made up by the demo generator as ' : 'Read from '}
        {mayOpen ? (
          <Link to={`${HUB}/imports/${source.import_id}`}>{source.file_name}</Link>
        ) : (
          source.file_name
        )}
        {!is_demo && profile && ` (${PROFILE_TITLES[profile]})`}, imported {formatDate(source.imported_at)}.
        The score is worked out from these figures and from how it was classified.
      </p>
    </Card>
  );
}
