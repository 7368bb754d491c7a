import { useState } from 'react';
import { useEndTaxRate } from '@/api/tax';
import type { TaxRate } from '@/api/types';
import { placeLabel } from '@/lib/tax-words';
import { announce } from '@/ui/Announcer';
import { Confirm } from '@/ui/Confirm';
import { Input } from '@/ui/Field';

interface EndRateProps {
  organizationId: string;
  rate: TaxRate | undefined;
  onClose: () => void;
}

export function EndRate({ organizationId, rate, onClose }: EndRateProps) {
  const end = useEndTaxRate(organizationId);
  const [endsOn, setEndsOn] = useState('');
  function close() {
    setEndsOn('');
    onClose();
  }
  return (
    <Confirm
      open={rate !== undefined}
      onOpenChange={(open) => !open && close()}
      title={rate ? `End ${rate.name} ${rate.percent}% in ${placeLabel(rate)}?` : ''}
      description="Earlier sales keep what they were taxed. An ended rate can’t be resumed; add it again instead."
      action="End the rate"
      busy="Ending"
      onConfirm={async () => {
        if (!rate) return;
        await end.mutateAsync({ id: rate.id, endsOn: endsOn || null });
        announce('The rate ends');
      }}
    >
      <Input
        type="date"
        label="First day without it"
        optional
        className="max-w-48"
        hint="Today if you leave it empty."
        value={endsOn}
        onChange={({ target }) => setEndsOn(target.value)}
      />
    </Confirm>
  );
}
