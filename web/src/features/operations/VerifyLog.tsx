import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { operatorRunsQuery, useOperatorAction } from '@/api/operator';
import type { OperatorRun } from '@/api/types';
import { sealToKeep, verdictOf } from '@/lib/log-audit';
import { CopyLink } from '@/ui/CopyLink';
import { Dialog } from '@/ui/Dialog';
import { FormError } from '@/ui/Form';
import { Loading } from '@/ui/Loading';
import { StatusMark } from '@/ui/StatusMark';

/** Compares the log with its seals, and shows what was found. */
export function VerifyLog({ onClose }: { onClose: () => void }) {
  const { mutate, data: started, error } = useOperatorAction();
  const { data: runs } = useQuery(operatorRunsQuery);
  useEffect(() => mutate({ action: 'audit verify' }), [mutate]);
  const run = runs?.items.find(({ id }) => id === started?.id) ?? started;
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title="Verify the log">
      <FormError message={error?.message ?? run?.error?.message} />
      {run?.state === 'done' ? (
        <Verdict run={run} />
      ) : (
        !error && run?.state !== 'failed' && <Loading what="every event and seal of the log" shape="facts" count={3} />
      )}
    </Dialog>
  );
}

function Verdict({ run: { lines } }: { run: OperatorRun }) {
  const { isFaultless, sentences } = verdictOf(lines);
  const seal = sealToKeep(lines);
  return (
    <div className="grid gap-4">
      <StatusMark tone={isFaultless ? 'good' : 'bad'}>
        {isFaultless ? 'The log is what was sealed' : 'The log is not what was sealed'}
      </StatusMark>
      <div className="grid gap-1">
        {sentences.map((sentence) => (
          <p key={sentence} className="wrap-anywhere">
            {sentence}
          </p>
        ))}
      </div>
      {seal && (
        <div>
          <p className="mb-2 text-soft">
            Keep the last seal somewhere else. A later audit that is given it also finds that the end of the log was cut
            off.
          </p>
          <CopyLink label="Last seal" url={seal} />
        </div>
      )}
    </div>
  );
}
