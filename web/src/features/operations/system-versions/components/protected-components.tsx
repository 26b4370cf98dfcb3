import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { PROTECTED } from '../labels.ts';
import classes from './system-versions.module.css';

/** Data that no rollback changes (spec 002 §2). */
export function ProtectedComponents() {
  return (
    <Card title="Protected Components">
      <p className={common.note}>A rollback never changes the following.</p>
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
