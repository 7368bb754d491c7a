import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { portalMethodsQuery, useChoosePortalMethod, useRemovePortalMethod } from '@/api/portal-own';
import type { Portal, PortalPaymentMethod } from '@/api/types';
import { cardWords } from '@/lib/cards';
import { later } from '@/lib/later';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Section } from '@/ui/Facts';
import { StatusMark } from '@/ui/StatusMark';
import { AskFirst } from './AskFirst';
import { Loaded } from './Loaded';
import { chargedWords, eachCard, methodName } from './words';

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
                {eachCard(methods).map(({ method, ids }) => (
                  <Method key={method.id} {...{ slug, method, ids }} />
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

interface MethodProps {
  slug: string;
  method: PortalPaymentMethod;
  /** Of every time that it was saved. */
  ids: readonly string[];
}

function Method({ slug, method, ids }: MethodProps) {
  const choose = useChoosePortalMethod(slug);
  const remove = useRemovePortalMethod(slug);
  const { id, card } = method;
  const name = card ? cardWords(card) : methodName(method.type);
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
            busy={choose.isPending && 'Choosing'}
            onClick={() =>
              choose.mutate(id, {
                onSuccess: (charged) =>
                  announce([`${name} is charged from now on.`, chargedWords(charged)].join(' ').trim()),
                onError: ({ message }) => announce(message, true),
              })
            }
          >
            Use this one
          </Button>
        )}
        <AskFirst
          label="Remove"
          action={`Remove ${name}`}
          description="It is no longer charged. To use it again, add it again."
          busy="Removing"
          onConfirm={async () => {
            await remove.mutateAsync(ids);
            announce(`${name} was removed`);
          }}
        />
      </span>
    </li>
  );
}
