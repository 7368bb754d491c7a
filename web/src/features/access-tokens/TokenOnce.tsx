import type { LinkProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { AccessToken } from '@/api/types';
import { ButtonLink } from '@/ui/Button';
import { Fact, Facts } from '@/ui/Facts';
import { PageHead } from '@/ui/PageHead';
import { Secret } from '@/ui/Secret';
import { Time } from '@/ui/Value';
import { scopesLabel } from './scopes';

interface TokenOnceProps {
  created: { organization_access_token: AccessToken; token: string };
  up: { label: string; link: LinkProps };
}

/** The only time the token is shown: Tillbook itself keeps no more than a digest of it. */
export function TokenOnce({ created: { organization_access_token: about, token }, up }: TokenOnceProps) {
  const slip = useRef<HTMLDivElement>(null);
  // The form it came from is gone, and with it the focus.
  useEffect(() => slip.current?.focus(), []);
  return (
    <>
      <PageHead title="Copy your token" up={up} />
      <div ref={slip} tabIndex={-1} className="grid max-w-form gap-6 outline-none">
        <div className="grid gap-3 border-l-2 border-amber bg-amber-wash px-4 py-3">
          <p>It is shown this once. Put it where {about.comment} reads it; lost, it can only be replaced.</p>
          <Secret label="Token" value={token} open />
        </div>
        <Facts>
          <Fact term="Name">{about.comment}</Fact>
          <Fact term="May do">{scopesLabel(about.scopes)}</Fact>
          <Fact term="Expires">{about.expires_at ? <Time machine at={about.expires_at} /> : 'Never'}</Fact>
        </Facts>
        <div>
          <ButtonLink {...up.link}>I have copied it</ButtonLink>
        </div>
      </div>
    </>
  );
}
