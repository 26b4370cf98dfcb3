import { Link, NavLink } from 'react-router-dom';
import { Brand } from '../../../../shared/ui/brand.tsx';
import { Button, ButtonLink } from '../../../../shared/ui/button.tsx';
import { useSessionSource } from '../../../identity/sessions/context.ts';
import { lastPortalPath } from '../../../identity/sessions/last-visited.ts';
import { useUser } from '../../../platform/session/context.ts';
import { homeOf, type User } from '../../../platform/session/user.ts';
import classes from './header.module.css';

/** Top bar of the public pages (spec 000 §2). */
export function Header() {
  const user = useUser();
  return (
    <header className={classes.bar}>
      <div className={classes.inner}>
        <Link to="/" className={classes.home}>
          <Brand />
        </Link>
        {user ? <SignedIn user={user} /> : <SignedOut />}
      </div>
    </header>
  );
}

function PageLinks() {
  return (
    <>
      <NavLink to="/About" className={classes.link ?? ''}>
        About
      </NavLink>
      <NavLink to="/Contact" className={classes.link ?? ''}>
        Contact
      </NavLink>
    </>
  );
}

function SignedOut() {
  return (
    <nav aria-label="Main" className={classes.nav}>
      <PageLinks />
      <ButtonLink to="/login-selection" variant="default" className={classes.action}>
        Sign In
      </ButtonLink>
    </nav>
  );
}

/** Links and sign-out; on phones, a menu contains them. */
function SignedIn({ user }: { user: User }) {
  const session = useSessionSource();
  const isImpersonating = user.role !== 'ClientUser' && user.actingAs !== null;
  const isClientView = user.role === 'ClientUser' || isImpersonating;
  const leave = async () => {
    const { impersonation, signOut } = await session.load();
    if (isImpersonating) impersonation.stop();
    else signOut();
  };
  const links = (
    <>
      {isClientView ? (
        <NavLink to="/Support" className={classes.link ?? ''}>
          Support
        </NavLink>
      ) : (
        <PageLinks />
      )}
      <Link
        to={lastPortalPath(user) ?? homeOf(isClientView ? 'ClientUser' : user.role)}
        className={classes.link}
      >
        Go to Portal
      </Link>
      {user.role === 'SuperAdmin' && !isImpersonating && (
        <Link to="/ai" className={classes.link}>
          Go to Chat Bot
        </Link>
      )}
      <Button variant="default" className={classes.action} onClick={leave}>
        {isImpersonating ? 'Exit Impersonation' : 'Sign Out'}
      </Button>
    </>
  );
  return (
    <>
      <nav aria-label="Main" className={classes.nav} data-wide>
        {links}
      </nav>
      <details className={classes.menu}>
        <summary className={classes.summary}>Menu</summary>
        <nav aria-label="Main" className={classes.sheet}>
          {links}
        </nav>
      </details>
    </>
  );
}
