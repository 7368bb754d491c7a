import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { firstStepsQuery } from '@/api/first-steps';
import { cx } from '@/lib/cx';
import { setFirstSteps, stepsDone, useFirstSteps } from '@/lib/first-steps';
import { Button, ButtonLink } from '@/ui/Button';
import { Icon } from '@/ui/Icon';
import { Loading } from '@/ui/Loading';
import { EmptyState, ErrorState } from '@/ui/States';
import { TestPayment } from './TestPayment';

interface FirstStepsProps {
  organization: { id: string; slug: string };
  /** The first steps above a shop's figures; hidden once the shop no longer needs them. */
  beside?: boolean;
}

/** The four steps to the first sale in the sandbox. They can be hidden, and resume where they were left. */
export function FirstSteps({ organization: { id, slug }, beside = false }: FirstStepsProps) {
  const standing = useFirstSteps(id);
  const isOver = beside && standing !== 'shown';
  const { data, error, refetch } = useQuery({ ...firstStepsQuery(id), enabled: !isOver });
  if (isOver || (beside && (!data || data.has_more_orders))) return null;
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading what="the first steps" />;
  }
  if (standing !== 'shown') {
    return (
      <EmptyState
        title="Nothing is sold yet"
        action={<Button onClick={() => setFirstSteps(id, 'shown')}>Show the first steps</Button>}
      >
        With the first sale this page shows your figures.
      </EmptyState>
    );
  }

  const params = { org: slug };
  const done = stepsDone(data, false);
  const actions: ReactNode[] = [
    <ButtonLink to="/$org/products/new" params={params} kind="primary">
      New product
    </ButtonLink>,
    <ButtonLink to="/$org/checkouts/new" params={params} search={{ product: data.product_id ?? '' }} kind="primary">
      New checkout
    </ButtonLink>,
    data.checkout_id && <TestPayment id={data.checkout_id} org={slug} />,
    data.order_id && (
      <ButtonLink
        {...linkOptions({ to: '/$org/orders/$id', params: { ...params, id: data.order_id } })}
        kind="primary"
        onClick={() => setFirstSteps(id, 'done')}
      >
        Look at the order
      </ButtonLink>
    ),
  ];
  const next = done.indexOf(false);
  return (
    <section aria-labelledby="first-steps" className="max-w-form">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="first-steps" className="text-lead font-semibold">
          Four steps to the first sale
        </h2>
        <Button kind="quiet" onClick={() => setFirstSteps(id, 'later')}>
          Later
        </Button>
      </div>
      <ol className="border-t border-ink">
        {texts.map(({ title, text }, at) => (
          <Step key={title} number={at + 1} done={done[at] ?? false} title={title} text={text}>
            {at === next && actions[at]}
          </Step>
        ))}
      </ol>
    </section>
  );
}

const texts = [
  { title: 'Put a product on sale', text: 'A name, a price, and how often it is charged.' },
  { title: 'Create its checkout', text: 'A page of ours where one person pays.' },
  {
    title: 'Pay it with a test card',
    text: 'Open the checkout as your customer would. This is a sandbox: no money moves.',
  },
  { title: 'Look at the order', text: 'See what was paid, by whom, and every event that followed.' },
];

interface StepProps {
  number: number;
  done: boolean;
  title: string;
  text: string;
  children: ReactNode;
}

function Step({ number, done, title, text, children }: StepProps) {
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] gap-y-1 border-b border-line py-4">
      <span className={cx('font-mono', done ? 'text-green' : 'text-faint')}>
        {done ? <Icon name="check" /> : number}
        {done && <span className="sr-only">Done: </span>}
      </span>
      <span className={done ? 'text-soft' : 'font-medium'}>{title}</span>
      <p className="col-start-2 text-soft">{text}</p>
      {children && <div className="col-start-2 mt-2">{children}</div>}
    </li>
  );
}
