import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { brandingQuery, useUpdateBranding } from '@/api/branding';
import type { Accent } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { FormError } from '@/ui/Form';

/** Where the picker begins for an organization without a colour. */
const OURS = '#1f5c46';

/** The colour of buttons and links that customers see. */
export function AccentColor({ organizationId }: { organizationId: string }) {
  const { data: branding } = useQuery(brandingQuery(organizationId));
  const update = useUpdateBranding(organizationId);
  const [picked, setPicked] = useState<string>();
  const chosen = branding?.accent_color ?? null;
  const save = (color: string | null) =>
    update.mutate(color, {
      onSuccess: () => {
        setPicked(undefined);
        announce('Saved');
      },
    });
  return (
    <section aria-labelledby="accent" className="mt-12 grid max-w-form gap-4 border-t border-line pt-5">
      <div>
        <h2 id="accent" className="text-lead font-semibold">
          Accent colour
        </h2>
        <p className="text-soft">
          Of buttons and links in your checkout, portal and mails. Links are shown darker or lighter where they would be
          hard to read.
        </p>
      </div>
      <FormError message={update.error?.message} />
      {branding && (
        <div className="flex flex-wrap items-center gap-3">
          <label className="flex items-center gap-2">
            <span>Colour</span>
            <input
              type="color"
              className="h-9 w-14 cursor-pointer rounded-control border border-edge bg-slip p-1 pointer-coarse:h-11"
              value={picked ?? chosen ?? OURS}
              onChange={(event) => setPicked(event.target.value)}
            />
          </label>
          <Button
            busy={update.isPending && 'Saving'}
            disabled={picked === undefined || picked === chosen}
            onClick={() => picked && save(picked)}
          >
            Use this colour
          </Button>
          {chosen !== null && (
            <Button kind="quiet" disabled={update.isPending} onClick={() => save(null)}>
              Remove it
            </Button>
          )}
        </div>
      )}
      {branding?.accent && <Tones accent={branding.accent} />}
    </section>
  );
}

/** As customers see it. */
function Tones({ accent }: { accent: Accent }) {
  return (
    <p className="flex flex-wrap gap-2">
      {(['light', 'dark'] as const).map((page) => (
        <span
          key={page}
          className="rounded-control px-4 py-2 font-medium"
          style={{ background: accent[page].color, color: accent[page].text }}
        >
          On {page} pages
        </span>
      ))}
    </p>
  );
}
