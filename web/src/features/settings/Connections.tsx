import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { integrationsQuery, useDisconnect, type Installation } from '@/api/integrations';
import { plural } from '@/lib/format';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Confirm } from '@/ui/Confirm';
import { Time } from '@/ui/Value';

const words = {
  discord: { kind: 'Discord server', left: 'Our bot stays in the server until you remove it there.' },
  github: { kind: 'GitHub account', left: 'Our app stays installed until you remove it at GitHub.' },
};

/** Of a list that is usually short. */
const SHOWN = 25;

/** The servers and accounts that the organization has connected from the forms of benefits, to disconnect them. */
export function Connections({ organizationId }: { organizationId: string }) {
  const { data } = useQuery(integrationsQuery(organizationId));
  const [isWhole, setWhole] = useState(false);
  const [leaving, setLeaving] = useState<Installation>();
  const disconnect = useDisconnect();
  if (!data || data.installations.length === 0) return null;
  const all = data.installations;
  const shown = isWhole ? all : all.slice(0, SHOWN);
  return (
    <section aria-labelledby="connections" className="mt-12 grid max-w-form gap-4 border-t border-line pt-5">
      <div>
        <h2 id="connections" className="text-lead font-semibold">
          Discord and GitHub
        </h2>
        <p className="text-soft">Where your benefits can give access. Connect others from the form of a benefit.</p>
      </div>
      <ul className="border-t border-line">
        {shown.map((one) => (
          <li
            key={one.id}
            className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-b border-line py-1"
          >
            <span className="min-w-0">
              <span className="block font-medium break-words">{one.name}</span>
              <span className="text-soft">
                {words[one.platform].kind}, connected <Time at={one.created_at} />
              </span>
            </span>
            <Button
              kind="quiet"
              aria-label={`Disconnect the ${words[one.platform].kind} ${one.name}`}
              onClick={() => setLeaving(one)}
            >
              Disconnect
            </Button>
          </li>
        ))}
      </ul>
      {shown.length < all.length && (
        <Button kind="quiet" className="justify-self-start" onClick={() => setWhole(true)}>
          Show {plural(all.length - shown.length, 'other')}
        </Button>
      )}
      <Confirm
        open={leaving !== undefined}
        onOpenChange={() => setLeaving(undefined)}
        danger
        title={leaving ? `Disconnect the ${words[leaving.platform].kind} ${leaving.name}?` : ''}
        description={leaving && `No benefit can give access there any more. ${words[leaving.platform].left}`}
        action="Disconnect"
        busy="Disconnecting"
        onConfirm={async () => {
          if (!leaving) return;
          await disconnect.mutateAsync(leaving.id);
          announce(`${leaving.name} was disconnected`);
        }}
      />
    </section>
  );
}
