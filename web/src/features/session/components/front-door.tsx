import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Brand } from '../../../shared/ui/brand.tsx';
import { ParcelDrawing } from '../../../shared/ui/parcel-drawing.tsx';
import { SchemeButton } from '../../../shared/ui/scheme-button.tsx';
import { useTitle } from '../../../shared/ui/use-title.ts';
import classes from './front-door.module.css';

interface FrontDoorProps {
  title: string;
  subtitle?: string;
  back?: ReactNode;
  children: ReactNode;
}

/** The frame of the pages in front of the sign-in: the form beside a plan of parcels. */
export function FrontDoor({ title, subtitle, back, children }: FrontDoorProps) {
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
