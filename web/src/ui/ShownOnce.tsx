import type { LinkProps } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { ButtonLink } from './Button';
import { Facts } from './Facts';
import { PageHead } from './PageHead';
import { Secret } from './Secret';

interface ShownOnceProps {
  /** Its name: "Token". */
  label: string;
  value: string;
  /** The link to continue with. */
  text: ReactNode;
  up: { label: string; link: LinkProps };
  /** Its properties, each a `Fact`. */
  children: ReactNode;
}

/** Shows a secret for the only time: Tillbook stores only its digest. */
export function ShownOnce({ label, value, text, up, children }: ShownOnceProps) {
  const slip = useRef<HTMLDivElement>(null);
  // The form was removed, and the focus with it.
  useEffect(() => slip.current?.focus(), []);
  return (
    <>
      <PageHead title={`Copy your ${label.toLowerCase()}`} up={up} />
      <div ref={slip} tabIndex={-1} className="grid max-w-form gap-6 outline-none">
        <div className="grid gap-3 border-l-2 border-amber bg-amber-wash px-4 py-3">
          <p>{text}</p>
          <Secret label={label} value={value} open />
        </div>
        <Facts>{children}</Facts>
        <div>
          <ButtonLink {...up.link}>I have copied it</ButtonLink>
        </div>
      </div>
    </>
  );
}
