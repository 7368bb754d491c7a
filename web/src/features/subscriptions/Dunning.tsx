import { Link } from '@tanstack/react-router';
import type { Organization, Subscription } from '@/api/types';
import { cx } from '@/lib/cx';
import { ATTEMPT_DAYS, dunningSteps, type DunningStep } from '@/lib/dunning';
import { money, plural } from '@/lib/format';
import { Section } from '@/ui/Facts';
import { Loading } from '@/ui/Loading';
import { StatusMark, type Tone } from '@/ui/StatusMark';
import { Day } from '@/ui/Value';
import { useFailedCharge } from './failed-charge';

interface DunningProps {
  subscription: Subscription;
  organization: Organization;
}

/** A payment that has failed: the attempts so far, those that are planned, and what happens in the end. */
export function Dunning({ subscription, organization }: DunningProps) {
  const { dunning, ends_at, cancel_at_period_end } = subscription;
  const failed = useFailedCharge(subscription, organization);
  if (!dunning) return null;
  if (!failed?.payments) return <Loading what="its attempts" shape="facts" count={5} />;
  const steps = dunningSteps({
    dunning,
    payments: failed.payments,
    finalAction: organization.billing_settings.unpaid_action,
    endsAt: cancel_at_period_end ? ends_at : null,
  });
  return (
    <Section title="Failed payment">
      <p className="pb-3 text-soft">
        {plural(dunning.attempts, 'scheduled attempt')} of {ATTEMPT_DAYS.length} to charge{' '}
        <Link to="/$org/orders/$id" params={{ org: organization.slug, id: failed.id }} className="link">
          {money(failed.due_amount, failed.currency)} for order {failed.number}
        </Link>{' '}
        {dunning.attempts === 1 ? 'has' : 'have'} failed. {benefitWords(subscription)} A new card is charged at once.
      </p>
      <Track attempts={dunning.attempts} />
      <ol className="border-t border-line">
        {steps.map((step) => (
          <Step key={step.key} step={step} />
        ))}
      </ol>
    </Section>
  );
}

function benefitWords({ dunning }: Subscription): string {
  return dunning?.grace_ends_at
    ? 'The customer keeps the benefits for now.'
    : 'The benefits are revoked until it is paid.';
}

/** The days of the attempts in proportion; the list below says the same in words. */
function Track({ attempts }: { attempts: number }) {
  return (
    <div aria-hidden="true" className="grid grid-cols-[2fr_5fr_7fr_7fr_auto] pb-3 font-mono text-note text-faint">
      {ATTEMPT_DAYS.map((days, at) => (
        <span key={days} className="grid gap-1">
          <span className="flex items-center">
            <span
              className={cx(
                'size-2.5 shrink-0 rounded-full border',
                at < attempts ? 'border-red bg-red' : 'border-edge',
              )}
            />
            {at < ATTEMPT_DAYS.length - 1 && (
              <span className={cx('h-px flex-1', at + 1 < attempts ? 'bg-red' : 'bg-edge')} />
            )}
          </span>
          {days}
        </span>
      ))}
    </div>
  );
}

const tones: Record<DunningStep['kind'], Tone> = {
  declined: 'bad',
  succeeded: 'good',
  charging: 'wait',
  next: 'wait',
  planned: 'off',
  grace: 'warn',
  end: 'off',
};

function Step({ step: { day, at, kind, words } }: { step: DunningStep }) {
  return (
    <li className="grid min-h-8 grid-cols-[4rem_minmax(0,1fr)] items-baseline gap-x-3 border-b border-line py-1.5 sm:grid-cols-[4rem_minmax(0,1fr)_auto]">
      <span className="font-mono text-note text-faint">Day {day}</span>
      <StatusMark tone={tones[kind]} className="!whitespace-normal">
        {words}
      </StatusMark>
      <span className="col-start-2 text-soft sm:col-start-3 sm:text-right">
        <Day at={at} />
      </span>
    </li>
  );
}
