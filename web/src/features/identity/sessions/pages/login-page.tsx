import { Link } from 'react-router-dom';
import { BackLink } from '../components/back-link.tsx';
import classes from '../components/form.module.css';
import { SignInForm } from '../components/sign-in-form.tsx';
import { SignInLayout } from '../components/sign-in-layout.tsx';
import { lastPortal } from '../last-visited.ts';

/** Staff login. */
export function Component() {
  return (
    <SignInLayout
      title="Admin Login"
      subtitle="Sign in to manage clients and review scored parcels."
      back={<BackLink to="/login-selection" />}
    >
      <SignInForm userKind="staff">
        <Link to="/ForgotPassword" className={classes.other}>
          Forgot Password?
        </Link>
        {/* An expired client session also leads here, but client users sign in on another page (spec 000 §2). */}
        {lastPortal() === 'client' && (
          <Link to="/client/login" className={classes.other}>
            Client Login
          </Link>
        )}
      </SignInForm>
    </SignInLayout>
  );
}
