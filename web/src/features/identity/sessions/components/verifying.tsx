import classes from './verifying.module.css';

/** Shown on the client sign-in while the session is verified (spec 000 §2). */
export function Verifying() {
  return (
    <div className={classes.verifying} role="status">
      Verifying your credentials...
    </div>
  );
}
