import classes from './splash.module.css';

/** What is seen while the first page loads; nothing at all when it is quick. */
export function Splash() {
  return (
    <div className={classes.splash} data-splash role="status" aria-label="Loading">
      <span className={classes.line} />
    </div>
  );
}
