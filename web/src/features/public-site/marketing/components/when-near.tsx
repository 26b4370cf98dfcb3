import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Renders its children once they are near the viewport, so they do not load with the first screen. */
export function WhenNear({ minHeight, children }: { minHeight: number; children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!container.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: '200px' },
    );
    observer.observe(container.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={container} style={{ minHeight, width: '100%', maxWidth: 480 }}>
      {isNear && children}
    </div>
  );
}
