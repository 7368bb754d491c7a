import type { Portal } from '@/api/types';
import { initialsOf } from '@/features/checkout/words';

/** The seller. Pictures from other sites are not loaded, so that no third party learns who buys. */
export function PortalSeller({ organization: { name, avatar_url } }: Pick<Portal, 'organization'>) {
  const own = avatar_url && URL.canParse(avatar_url) && new URL(avatar_url).origin === window.location.origin;
  return (
    <p className="flex min-w-0 items-center gap-2 font-semibold">
      {own ? (
        <img src={avatar_url} alt="" width={28} height={28} className="size-7 shrink-0 rounded-control object-cover" />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-7 shrink-0 place-items-center rounded-control border border-edge bg-slip text-note text-soft"
        >
          {initialsOf(name)}
        </span>
      )}
      <span className="min-w-0 break-words">{name}</span>
    </p>
  );
}
