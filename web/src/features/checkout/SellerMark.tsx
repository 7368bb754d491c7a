import { initialsOf } from './words';

interface SellerMarkProps {
  organization: { name: string; avatar_url: string | null };
}

/** The seller's name and picture. Only one of ours is loaded, so that no third party learns who buys. */
export function SellerMark({ organization: { name, avatar_url } }: SellerMarkProps) {
  return (
    <>
      {isOurs(avatar_url) ? (
        <img
          src={avatar_url}
          alt={`Logo of ${name}`}
          width={28}
          height={28}
          className="size-7 shrink-0 rounded-control object-contain"
        />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-7 shrink-0 place-items-center rounded-control border border-edge bg-slip text-note text-soft"
        >
          {initialsOf(name)}
        </span>
      )}
      <span className="min-w-0 break-words">{name}</span>
    </>
  );
}

function isOurs(url: string | null): url is string {
  if (url === null || !URL.canParse(url)) return false;
  const { origin, pathname } = new URL(url);
  return origin === window.location.origin && pathname.startsWith('/media/');
}
