import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { ButtonLink } from '@/ui/Button';
import { Icon } from '@/ui/Icon';

interface FirstStepsProps {
  org: string;
  steps: { products: number; checkouts: number; orders: number };
}

/** The steps to the first sale; only the next one can be taken. */
export function FirstSteps({ org, steps }: FirstStepsProps) {
  const params = { org };
  const list = [
    {
      done: steps.products > 0,
      title: 'Put a product on sale',
      text: 'A name, a price, and how often it is charged.',
      action: (
        <ButtonLink to="/$org/products/new" params={params} kind="primary">
          New product
        </ButtonLink>
      ),
    },
    {
      done: steps.checkouts > 0,
      title: 'Share its checkout',
      text: 'A link you send to a customer, who pays on a page of ours.',
      action: (
        <ButtonLink to="/$org/checkouts/new" params={params} kind="primary">
          New checkout link
        </ButtonLink>
      ),
    },
    {
      done: false,
      title: 'Make the first sale',
      text: 'Open the link yourself and pay with a test card, or wait for your customer. Then this page shows your figures.',
      action: (
        <ButtonLink to="/$org/checkouts" params={params} kind="primary">
          See the checkouts
        </ButtonLink>
      ),
    },
  ];
  const next = list.findIndex(({ done }) => !done);
  return (
    <section aria-labelledby="first-steps" className="max-w-form">
      <h2 id="first-steps" className="mb-2 text-lead font-semibold">
        Three steps to the first sale
      </h2>
      <ol className="border-t border-ink">
        {list.map(({ done, title, text, action }, index) => (
          <Step key={title} number={index + 1} done={done} title={title} text={text}>
            {index === next && action}
          </Step>
        ))}
      </ol>
    </section>
  );
}

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
