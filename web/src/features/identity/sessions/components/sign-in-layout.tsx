import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Brand } from '../../../../shared/ui/brand.tsx';
import { ParcelDrawing } from '../../../../shared/ui/parcel-drawing.tsx';
import { SchemeButton } from '../../../../shared/ui/scheme-button.tsx';
import { useTitle } from '../../../../shared/ui/use-title.ts';
import classes from './sign-in-layout.module.css';

interface SignInLayoutProps {
  title: string;
  subtitle?: string;
  back?: ReactNode;
  children: ReactNode;
}

/** Layout of the sign-in pages: the form beside a parcel drawing. */
export function SignInLayout({ title, subtitle, back, children }: SignInLayoutProps) {
  useTitle(title);
  return (
    <div className={classes.frame}>
      <div className={classes.side}>
        <header className={classes.top}>
          <Link to="/" className={classes.home}>
            <Brand />
          </Link>
          <SchemeButton />
        </header>
        <main className={classes.main}>
          {back}
          <h1 className={classes.title}>{title}</h1>
          {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
          {children}
        </main>
      </div>
      <div className={classes.drawing}>
        <ParcelDrawing className={classes.plan} />
      </div>
    </div>
  );
}
