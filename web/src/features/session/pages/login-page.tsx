import { Link } from 'react-router-dom';
import { BackLink } from '../components/back-link.tsx';
import classes from '../components/form.module.css';
import { FrontDoor } from '../components/front-door.tsx';
import { SignInForm } from '../components/sign-in-form.tsx';
import { lastPortal } from '../last-visited.ts';

/** 'Admin Login': the sign-in of staff. */
export function Component() {
  return (
    <FrontDoor
      title="Admin Login"
      subtitle="Sign in to score, sort and judge parcels."
      back={<BackLink to="/login-selection" />}
    >
      <SignInForm door="staff">
        <Link to="/ForgotPassword" className={classes.other}>
          Forgot Password?
        </Link>
        {/* Everybody's session ends here (spec 000 §2), also of those whom this form does not know. */}
        {lastPortal() === 'client' && (
          <Link to="/client/login" className={classes.other}>
            Client Login
          </Link>
        )}
      </SignInForm>
    </FrontDoor>
  );
}
