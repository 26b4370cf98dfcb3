import { Link } from 'react-router-dom';
import { PRODUCT } from '../../../../shared/product.ts';
import { Brand } from '../../../../shared/ui/brand.tsx';
import { SchemeButton } from '../../../../shared/ui/scheme-button.tsx';
import classes from './footer.module.css';

const LINKS = [
  { label: 'Support', to: '/Support' },
  { label: 'Careers', to: '/Careers' },
  { label: 'Resources', to: '/Resources' },
  { label: 'Terms of Use', to: '/terms-of-use' },
  { label: 'Privacy', to: '/privacy-policy' },
  { label: 'Cookies', to: '/cookie-policy' },
  { label: 'Contact Us', to: '/Contact' },
] as const;

export function Footer() {
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div>
          <Brand />
          <p className={classes.copyright}>© 2025 {PRODUCT}. All rights reserved.</p>
        </div>
        <nav aria-label="Footer" className={classes.links}>
          {LINKS.map(({ label, to }) => (
            <Link key={to} to={to} className={classes.link}>
              {label}
            </Link>
          ))}
          <SchemeButton />
        </nav>
      </div>
    </footer>
  );
}
