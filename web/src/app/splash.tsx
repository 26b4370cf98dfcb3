import classes from './splash.module.css';

/** Shown while the first page loads; a delay hides it on fast loads. */
export function Splash() {
  return (
    <div className={classes.splash} data-splash role="status" aria-label="Loading">
      <span className={classes.line} />
    </div>
  );
}
