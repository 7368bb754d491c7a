import type { OAuthRequest } from '@/api/types';

/** Where an app says more of itself; nothing is loaded from there. */
export function AppLinks({ client }: { client: OAuthRequest['client'] }) {
  const links = [
    { label: hostOf(client.client_uri), url: client.client_uri },
    { label: 'Terms of service', url: client.tos_uri },
    { label: 'Privacy policy', url: client.policy_uri },
  ];
  const given = links.flatMap(({ label, url }) => (url ? [{ label, url }] : []));
  if (given.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-4">
      {given.map(({ label, url }) => (
        <a key={label} href={url} target="_blank" rel="noopener noreferrer" className="tap link break-all">
          {label}
          <span className="sr-only"> in a new tab</span>
        </a>
      ))}
    </p>
  );
}

function hostOf(url: string | null): string {
  return url === null ? '' : (URL.parse(url)?.host ?? url);
}
