import classes from './verifying.module.css';

/** What the client's sign-in shows while the session is looked at (spec 000 §2). */
export function Verifying() {
  return (
    <div className={classes.verifying} role="status">
      Verifying your credentials...
    </div>
  );
}
