import { Link } from 'react-router-dom';
import { BackLink } from '../components/back-link.tsx';
import classes from '../components/form.module.css';
import { FrontDoor } from '../components/front-door.tsx';
import { SignInForm } from '../components/sign-in-form.tsx';

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
      </SignInForm>
    </FrontDoor>
  );
}
