import type { LinkProps } from '@tanstack/react-router';
import type { AccessToken } from '@/api/types';
import { Fact } from '@/ui/Facts';
import { ShownOnce } from '@/ui/ShownOnce';
import { Time } from '@/ui/Value';
import { scopesLabel } from './scopes';

interface TokenOnceProps {
  created: { organization_access_token: AccessToken; token: string };
  up: { label: string; link: LinkProps };
}

export function TokenOnce({ created: { organization_access_token: about, token }, up }: TokenOnceProps) {
  return (
    <ShownOnce
      label="Token"
      value={token}
      text={`It is shown only once. Put it where ${about.comment} reads it; if it is lost, it can only be replaced.`}
      up={up}
    >
      <Fact term="Name">{about.comment}</Fact>
      <Fact term="Scopes">{scopesLabel(about.scopes)}</Fact>
      <Fact term="Expires">{about.expires_at ? <Time machine at={about.expires_at} /> : 'Never'}</Fact>
    </ShownOnce>
  );
}
