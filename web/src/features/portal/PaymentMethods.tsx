import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { portalMethodsQuery, usePortalMethodChange } from '@/api/portal-own';
import type { Portal, PortalPaymentMethod } from '@/api/types';
import { cardWords } from '@/lib/cards';
import { later } from '@/lib/later';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Section } from '@/ui/Facts';
import { StatusMark } from '@/ui/StatusMark';
import { Loaded } from './Loaded';
import { methodName } from './words';

const AddMethod = later(() => import('./AddMethod').then((file) => file.AddMethod));

/** What subscriptions are charged with. */
export function PaymentMethods({ slug, portal }: { slug: string; portal: Portal }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <Section title="Payment methods">
      <Loaded query={useQuery(portalMethodsQuery(slug))} what="your payment methods" shape="facts" count={2}>
        {(methods) => (
          <div className="grid gap-4">
            {methods.length === 0 ? (
              <p className="border-t border-line py-2 text-soft">None is saved yet.</p>
            ) : (
              <ul className="border-t border-line">
                {methods.map((method) => (
                  <Method key={method.id} {...{ slug, method }} />
                ))}
              </ul>
            )}
            {isAdding ? (
              <AddMethod {...{ slug, portal }} onDone={() => setAdding(false)} />
            ) : (
              <Button className="justify-self-start" onClick={() => setAdding(true)}>
                Add payment method
              </Button>
            )}
          </div>
        )}
      </Loaded>
    </Section>
  );
}

function Method({ slug, method }: { slug: string; method: PortalPaymentMethod }) {
  const change = usePortalMethodChange(slug);
  const { id, card } = method;
  const name = card ? cardWords(card) : methodName(method.type);
  const act = (kind: 'default' | 'remove', done: string) =>
    change.mutate({ id, kind }, { onSuccess: () => announce(done), onError: ({ message }) => announce(message, true) });
  const doing = change.isPending ? change.variables.kind : undefined;
  return (
    <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-1">
      <span className="flex flex-wrap items-baseline gap-x-3">
        {name}
        {card && (
          <span className="text-soft">
            expires {String(card.exp_month).padStart(2, '0')}/{card.exp_year}
          </span>
        )}
        {method.default && <StatusMark tone="good">Charged by default</StatusMark>}
      </span>
      <span className="flex flex-wrap gap-1">
        {!method.default && (
          <Button
            kind="quiet"
            aria-label={`Use ${name}`}
            busy={doing === 'default' && 'Choosing'}
            onClick={() => act('default', `${name} is charged from now on`)}
          >
            Use this one
          </Button>
        )}
        <Button
          kind="quiet"
          aria-label={`Remove ${name}`}
          busy={doing === 'remove' && 'Removing'}
          onClick={() => act('remove', `${name} was removed`)}
        >
          Remove
        </Button>
      </span>
    </li>
  );
}
