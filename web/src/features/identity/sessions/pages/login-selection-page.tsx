import { IconArrowRight, IconBuildingStore, IconShieldLock } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { SignInLayout } from '../components/sign-in-layout.tsx';
import classes from './login-selection-page.module.css';

export function Component() {
  return (
    <SignInLayout title="Sign In" subtitle="Choose your account type.">
      <div className={classes.options}>
        <Link to="/client/login?from=selection" className={classes.option}>
          <IconBuildingStore size={22} stroke={1.5} />
          <span>
            <strong>Client Login</strong>
            <small>For businesses that use Landline</small>
          </span>
          <IconArrowRight size={18} stroke={1.5} className={classes.arrow} />
        </Link>
        <Link to="/login?from=selection" className={classes.option}>
          <IconShieldLock size={22} stroke={1.5} />
          <span>
            <strong>AI Assistant Admin Login</strong>
            <small>For platform staff</small>
          </span>
          <IconArrowRight size={18} stroke={1.5} className={classes.arrow} />
        </Link>
      </div>
    </SignInLayout>
  );
}
