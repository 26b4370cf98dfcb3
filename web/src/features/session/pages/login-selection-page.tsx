import { IconArrowRight, IconBuildingStore, IconShieldLock } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { FrontDoor } from '../components/front-door.tsx';
import classes from './login-selection-page.module.css';

/** Which door to take. */
export function Component() {
  return (
    <FrontDoor title="Sign In" subtitle="Choose where you work.">
      <div className={classes.doors}>
        <Link to="/client/login?from=selection" className={classes.door}>
          <IconBuildingStore size={22} stroke={1.5} />
          <span>
            <strong>Client Login</strong>
            <small>For the businesses that use Landline</small>
          </span>
          <IconArrowRight size={18} stroke={1.5} className={classes.arrow} />
        </Link>
        <Link to="/login?from=selection" className={classes.door}>
          <IconShieldLock size={22} stroke={1.5} />
          <span>
            <strong>AI Assistant Admin Login</strong>
            <small>For the people who run this platform</small>
          </span>
          <IconArrowRight size={18} stroke={1.5} className={classes.arrow} />
        </Link>
      </div>
    </FrontDoor>
  );
}
