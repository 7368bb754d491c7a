import { plainDate } from '@/lib/span';
import { day } from '@/lib/time';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Input } from '@/ui/Field';
import { useGuardedForm } from '@/ui/guarded-form';

interface AdvanceDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Business time in milliseconds. */
  now: number;
  onAdvance: (to: number) => void;
}

const DAY = 86_400_000;
/** The most days that the server moves at once. */
const LONGEST = 400;

export function AdvanceDialog({ open, onOpenChange, now, onAdvance }: AdvanceDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Move the clock to a date"
      description="Everything due by then happens in order: renewals, cancellations, expiries. Time never goes back."
    >
      <DateForm
        now={now}
        onAdvance={(to) => {
          onOpenChange(false);
          onAdvance(to);
        }}
      />
    </Dialog>
  );
}

function DateForm({ now, onAdvance }: Pick<AdvanceDialogProps, 'now' | 'onAdvance'>) {
  const tomorrow = plainDate(now + DAY);
  const last = plainDate(now + LONGEST * DAY);
  const form = useGuardedForm({ draft: false, defaultValues: { date: tomorrow } });
  const submit = form.handleSubmit(({ date }) => onAdvance(Date.parse(`${date}T00:00:00Z`)));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Input
        label="Date"
        type="date"
        min={tomorrow}
        max={last}
        hint="At its first minute, in UTC; at most 400 days ahead."
        error={form.formState.errors.date?.message}
        {...form.register('date', {
          required: 'Choose a date.',
          validate: {
            future: (date) => date >= tomorrow || `Choose a date after ${day(new Date(now).toISOString())}.`,
            near: (date) => date <= last || `Choose a date until ${day(last)}: the clock moves 400 days at a time.`,
          },
        })}
      />
      <div className="flex justify-end">
        <Button type="submit" kind="primary">
          Move the clock
        </Button>
      </div>
    </form>
  );
}
