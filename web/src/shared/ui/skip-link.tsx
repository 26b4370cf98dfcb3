import classes from './skip-link.module.css';

/** Link to the page's content, which appears when the keyboard reaches it. */
export const SkipLink = () => (
  <a href="#page" className={classes.skip}>
    Skip to content
  </a>
);
