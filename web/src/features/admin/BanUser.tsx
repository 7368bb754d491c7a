import { useBan } from '@/api/admin';
import { applyFieldErrors, withOwnMessage } from '@/api/form-errors';
import { personName } from '@/lib/people';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { DialogCancel } from '@/ui/DialogCancel';
import { Input, Select } from '@/ui/Field';
import { Form, FormError } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { adminRefusals } from './refusals';
import type { UserDialogProps } from './user-dialog';

const HOUR = 3_600;
const lengths: [seconds: number | '', label: string][] = [
  [HOUR, 'An hour'],
  [24 * HOUR, 'A day'],
  [7 * 24 * HOUR, '7 days'],
  [30 * 24 * HOUR, '30 days'],
  ['', 'Permanently'],
];

export function BanUser({ open, onOpenChange, user }: UserDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Ban ${personName(user)}`}
      description="They are signed out everywhere and can’t sign in. Their data is kept."
    >
      <BanForm user={user} onBanned={() => onOpenChange(false)} />
    </Dialog>
  );
}

function BanForm({ user, onBanned }: Pick<UserDialogProps, 'user'> & { onBanned: () => void }) {
  const ban = useBan(user.id);
  const form = useGuardedForm({ draft: 'ban', defaultValues: { reason: '', seconds: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ reason, seconds }) => {
    try {
      await ban.mutateAsync({
        ...(reason && { banReason: reason }),
        ...(seconds && { banExpiresIn: Number(seconds) }),
      });
      announce(`${personName(user)} is banned`);
      onBanned();
    } catch (error) {
      applyFieldErrors(form, withOwnMessage(error, adminRefusals));
    }
  });

  return (
    <Form draft={form.draft} onSubmit={submit}>
      <FormError message={errors.root?.message} />
      <div className="grid gap-4">
        <Input
          label="Reason"
          optional
          hint="For administrators; the user does not see it."
          autoComplete="off"
          error={errors.reason?.message}
          {...form.register('reason', { maxLength: { value: 500, message: 'Keep it under 500 characters.' } })}
        />
        <Select label="For how long" error={errors.seconds?.message} {...form.register('seconds')}>
          {lengths.map(([seconds, label]) => (
            <option key={label} value={seconds}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <DialogCancel />
        <Button type="submit" kind="danger" busy={isSubmitting && 'Banning'}>
          Ban user
        </Button>
      </div>
    </Form>
  );
}
