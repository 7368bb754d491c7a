import { useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTimeline } from '@/api/ledger';
import { licenseKeyQuery } from '@/api/license-keys';
import { useMayChange } from '@/api/members';
import type { Organization } from '@/api/types';
import { licenseKeyAnswer } from '@/lib/answers';
import { day, fromNow, useNow } from '@/lib/time';
import { Answer, Figure } from '@/ui/Answer';
import { Detail } from '@/ui/Facts';
import { PageActions, type PageAction } from '@/ui/PageActions';
import { PageHead } from '@/ui/PageHead';
import { LicenseKeyStatus } from '@/ui/statuses';
import { Timeline } from '@/ui/Timeline';
import { Activations } from './Activations';
import { usageWords } from './license-key';
import { LicenseKeyDialog, type LicenseKeyStep } from './LicenseKeyDialog';
import { LicenseKeyFacts } from './LicenseKeyFacts';

export function LicenseKeyDetail({ organization, id }: { organization: Organization; id: string }) {
  const { data: key } = useSuspenseQuery(licenseKeyQuery(id));
  const history = useTimeline(organization.id, 'licensekey', id);
  const [step, setStep] = useState<LicenseKeyStep>();
  const now = useNow();
  const org = organization.slug;
  const { status, activations, limit_activations, validations, last_validated_at, expires_at } = key;

  const actions = useMemo(
    (): PageAction[] => [
      {
        label: 'Edit license key',
        short: 'Edit',
        link: linkOptions({ to: '/$org/license-keys/$id/edit', params: { org, id } }),
      },
      { label: 'Rotate key', rank: 'more', run: () => setStep('rotate') },
      status === 'granted'
        ? { label: 'Disable key', rank: 'more', run: () => setStep('disable') }
        : { label: 'Enable key', rank: 'more', run: () => setStep('enable') },
      ...(status === 'revoked' ? [] : [{ label: 'Revoke key', rank: 'danger', run: () => setStep('revoke') } as const]),
    ],
    [org, id, status],
  );

  return (
    <>
      <PageHead
        title={key.display_key}
        mark={<LicenseKeyStatus licenseKey={key} />}
        up={{ label: 'License keys', link: linkOptions({ to: '/$org/license-keys', params: { org } }) }}
        action={<PageActions offered={useMayChange(organization.id)} actions={actions} />}
      />
      <Answer answer={licenseKeyAnswer(key, activations.length, now)}>
        <Figure label="Activations">
          {limit_activations === null ? 'None' : `${activations.length} of ${limit_activations}`}
        </Figure>
        <Figure label="Usage">{usageWords(key)}</Figure>
        <Figure
          label="Validations"
          note={last_validated_at ? `last ${fromNow(Date.parse(last_validated_at), now)}` : undefined}
        >
          {validations}
        </Figure>
        <Figure label="Expires" note={expires_at ? fromNow(Date.parse(expires_at), now) : undefined}>
          {expires_at ? day(expires_at) : 'Never'}
        </Figure>
      </Answer>
      <Detail side={<Timeline subject="license key" id={id} query={history} />}>
        <LicenseKeyFacts licenseKey={key} org={org} />
        <Activations activations={activations} limit={limit_activations} />
      </Detail>
      <LicenseKeyDialog licenseKey={key} step={step} onClose={() => setStep(undefined)} />
    </>
  );
}
