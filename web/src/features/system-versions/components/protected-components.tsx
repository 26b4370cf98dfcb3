import { Card } from '../../../shared/ui/card.tsx';
import { PROTECTED } from '../wording.ts';
import classes from './system-versions.module.css';

/** What no rollback touches (spec 002 §2). */
export function ProtectedComponents() {
  return (
    <Card title="Protected Components">
      <p className={classes.note}>A rollback never touches these; they stay as they are.</p>
      <ul className={classes.protected}>
        {PROTECTED.map(([what, detail]) => (
          <li key={what}>
            <strong>{what}</strong>: {detail}
          </li>
        ))}
      </ul>
    </Card>
  );
}
