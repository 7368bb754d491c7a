import { useRef } from 'react';
import { useRotateLicenseKey, useUpdateLicenseKey } from '@/api/license-keys';
import type { LicenseKey } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { Confirm } from '@/ui/Confirm';

export type LicenseKeyStep = 'rotate' | 'disable' | 'enable' | 'revoke';

interface LicenseKeyDialogProps {
  licenseKey: LicenseKey;
  /** undefined: closed. */
  step: LicenseKeyStep | undefined;
  onClose: () => void;
}

const words: Record<
  LicenseKeyStep,
  { title: string; description: string; action: string; busy: string; done: string }
> = {
  rotate: {
    title: 'Rotate this license key?',
    description: 'The customer gets another key with the same terms, activations and usage. This one no longer works.',
    action: 'Rotate key',
    busy: 'Rotating',
    done: 'The key was rotated: the customer finds the new one in their portal',
  },
  disable: {
    title: 'Disable this license key?',
    description: 'It is refused until you enable it again.',
    action: 'Disable key',
    busy: 'Disabling',
    done: 'The key was disabled',
  },
  enable: {
    title: 'Enable this license key?',
    description: 'It works again, within its limits.',
    action: 'Enable key',
    busy: 'Enabling',
    done: 'The key was enabled',
  },
  revoke: {
    title: 'Revoke this license key?',
    description: 'It is refused at once. The customer keeps the benefit that it came with.',
    action: 'Revoke key',
    busy: 'Revoking',
    done: 'The key was revoked',
  },
};

const statuses = { disable: 'disabled', enable: 'granted', revoke: 'revoked' } as const;

export function LicenseKeyDialog({ licenseKey: { id }, step, onClose }: LicenseKeyDialogProps) {
  const update = useUpdateLicenseKey(id);
  const rotate = useRotateLicenseKey(id);
  // Its words stay while it closes.
  const last = useRef<LicenseKeyStep>('disable');
  if (step) last.current = step;
  const shown = last.current;
  const { done, ...texts } = words[shown];
  return (
    <Confirm
      {...texts}
      open={step !== undefined}
      onOpenChange={(open) => !open && onClose()}
      danger={shown === 'revoke'}
      onConfirm={async () => {
        await (shown === 'rotate' ? rotate.mutateAsync() : update.mutateAsync({ status: statuses[shown] }));
        announce(done);
      }}
    />
  );
}
