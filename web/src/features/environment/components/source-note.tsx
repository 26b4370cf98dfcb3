import type { EnvironmentLayer } from '@landline/event-schemas';
import { Tag } from '../../../shared/ui/tag.tsx';
import classes from './source-note.module.css';

/** Where a figure comes from and of when it is; made-up values say so. */
export function SourceNote({ layer }: { layer: EnvironmentLayer }) {
  const { source, source_date, licence, note, is_made_up } = layer;
  const more = [note, licence && `Licence: ${licence}`].filter(Boolean).join(' ');
  return (
    <small className={classes.note} title={more || undefined}>
      {source}, {source_date}
      {is_made_up && <Tag tone="notice">Made up</Tag>}
    </small>
  );
}

/** For what the parcels' own file says. */
export function OwnSource({ imported, isDemo }: { imported: string; isDemo: boolean }) {
  return (
    <small className={classes.note}>
      {isDemo ? 'Demo data' : "The parcels' own file"}, {imported}
      {isDemo && <Tag tone="notice">Made up</Tag>}
    </small>
  );
}
