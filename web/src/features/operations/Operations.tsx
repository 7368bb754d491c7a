import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { operatorStateQuery, STATE_EVERY_MS } from '@/api/operator';
import { Loading } from '@/ui/Loading';
import { PageActions, type PageAction } from '@/ui/PageActions';
import { PageHead } from '@/ui/PageHead';
import { ErrorState } from '@/ui/States';
import { useAct } from './act';
import { Deliveries } from './Deliveries';
import { DueItems } from './DueItems';
import { Engines } from './Engines';
import { FailingWork } from './FailingWork';
import { GrantReviews } from './GrantReviews';
import { Groups } from './Groups';
import { Health } from './Health';
import { Processes } from './Processes';
import { ReadModels } from './ReadModels';
import { Runs } from './Runs';
import { Seals } from './Seals';
import { SkipEvent } from './SkipEvent';
import { Steps } from './Steps';
import { VerifyLog } from './VerifyLog';

/** How the program is, and what operators can do about it (docs/OPERATING.md#the-operators-page). */
export function Operations() {
  const { data: state, error, refetch } = useQuery({ ...operatorStateQuery, refetchInterval: STATE_EVERY_MS });
  const [isSkipping, setIsSkipping] = useState(false);
  const [isVerifying, setIsVerifying] = useState(false);
  const { act } = useAct();
  const actions = useMemo(
    (): PageAction[] => [
      { label: 'Verify the log', run: () => setIsVerifying(true) },
      { label: 'Find unreadable events', rank: 'more', run: () => void act({ action: 'events unreadable' }) },
      { label: 'Skip an unreadable event', rank: 'danger', run: () => setIsSkipping(true) },
    ],
    [act],
  );
  return (
    <>
      <PageHead
        title="Operations"
        note="What lags, what failed and what waits, in all organizations."
        action={<PageActions actions={actions} />}
      />
      {error && !state ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !state ? (
        <Loading what="the state" shape="rows" alone={false} />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
          <Health state={state} />
          <Groups state={state} />
          <Steps />
          <FailingWork />
          <DueItems />
          <Deliveries />
          <GrantReviews />
          <ReadModels />
          <Processes />
          <Engines engines={state.engines} />
          <Seals />
          <Runs />
        </div>
      )}
      {isVerifying && <VerifyLog onClose={() => setIsVerifying(false)} />}
      <SkipEvent open={isSkipping} onOpenChange={setIsSkipping} />
    </>
  );
}
