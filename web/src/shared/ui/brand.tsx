import { PRODUCT } from '../product.ts';
import classes from './brand.module.css';

/** The logo and the name. */
export function Brand() {
  return (
    <span className={classes.brand}>
      <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
        <rect width="32" height="32" rx="8" className={classes.plate} />
        <path
          d="M9 8v16h14M9 16h7v8M16 16l7-4"
          fill="none"
          stroke="#fff"
          strokeWidth="2.4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className={classes.name}>{PRODUCT}</span>
    </span>
  );
}
