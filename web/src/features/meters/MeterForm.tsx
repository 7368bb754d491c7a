import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { ApiError } from '@/api/error';
import { applyFieldErrors } from '@/api/form-errors';
import { useRoom } from '@/api/limits';
import { meterWords } from '@/lib/meter-words';
import { RadioGroup } from '@/ui/Choice';
import { FieldError, Input } from '@/ui/Field';
import { FormFrame, FormSection, type FormFrameProps } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { RoomNote } from '@/ui/RoomAction';
import { FilterBuilder } from './FilterBuilder';
import { MetadataFields } from '@/ui/MetadataFields';
import { MatchingEvents } from './MatchingEvents';
import { contentOf, errorsOf, type GroupDraft, type MeterFields } from './meter-form';

interface MeterFormProps {
  organizationId: string;
  /** Filter and aggregation are only shown, in words. */
  isFrozen?: boolean;
  initial: MeterFields;
  action: string;
  busy: string;
  room?: FormFrameProps['room'];
  cancel: FormFrameProps['cancel'];
  onSubmit: (fields: MeterFields) => Promise<void>;
}

const names = { 'aggregation.property': 'property', 'aggregation.func': 'func', aggregation: 'func' } as const;
const functions = [
  { value: 'count', label: 'Count the events' },
  { value: 'sum', label: 'Sum of a property' },
  { value: 'max', label: 'Greatest value of a property' },
  { value: 'min', label: 'Smallest value of a property' },
  { value: 'avg', label: 'Average of a property' },
];

export function MeterForm({
  organizationId,
  isFrozen = false,
  initial,
  action,
  busy,
  room,
  cancel,
  onSubmit,
}: MeterFormProps) {
  const form = useGuardedForm<MeterFields>({ defaultValues: initial });
  const { errors, isSubmitting } = form.formState;
  const [filterErrors, setFilterErrors] = useState<Record<string, string>>({});
  const fields = form.watch();
  const { filter, aggregation } = contentOf(fields);
  const clauses = useRoom(organizationId, 'meter_clauses');

  const submit = form.handleSubmit(async (entered) => {
    try {
      await onSubmit(entered);
    } catch (error) {
      setFilterErrors(errorsAtFilter(error));
      applyFieldErrors(form, withoutFilter(error), names);
    }
  });

  return (
    <FormFrame
      draft={form.draft}
      error={errors.root?.message}
      action={action}
      busy={isSubmitting && busy}
      room={room}
      cancel={cancel}
      onSubmit={submit}
    >
      <Input
        label="Name"
        hint="Shown to customers with what they have used."
        error={errors.name?.message}
        {...form.register('name', {
          required: 'Give the meter a name.',
          minLength: { value: 3, message: 'Use at least 3 characters.' },
        })}
      />
      {!isFrozen && (
        <>
          <FormSection title="Which events" hint="By their name, source or timestamp, or by a key of their metadata.">
            <Controller
              control={form.control}
              name="filter"
              rules={{
                validate: (draft) => {
                  const found = errorsOf(draft);
                  setFilterErrors(found);
                  return Object.keys(found).length === 0 || 'Complete the conditions.';
                },
              }}
              render={({ field }) => (
                <FilterBuilder value={field.value} onChange={field.onChange} errors={filterErrors} />
              )}
            />
            <FieldError id="filter-error" error={serverErrorOf(errors.filter)} />
            <RoomNote room={clauses} />
            <MatchingEvents organizationId={organizationId} filter={isComplete(fields.filter) ? filter : undefined} />
            <datalist id="meter-properties">
              <option value="name" />
              <option value="source" />
              <option value="timestamp" />
            </datalist>
          </FormSection>
          <FormSection title="How they add up">
            <RadioGroup
              legend="Aggregation"
              options={functions}
              error={errors.func?.message}
              {...form.register('func')}
            />
            {fields.func !== 'count' && (
              <Input
                label="Property"
                className="max-w-60"
                autoCapitalize="none"
                spellCheck={false}
                placeholder="tokens"
                hint="A key of the metadata whose values are numbers."
                error={errors.property?.message}
                {...form.register('property', { required: 'Name the property.', shouldUnregister: true })}
              />
            )}
          </FormSection>
        </>
      )}
      <p aria-live="polite" className="border-l-2 border-green bg-green-wash px-3 py-2 wrap-anywhere">
        {meterWords(filter, aggregation)}.
      </p>
      <MetadataFields form={form} />
    </FormFrame>
  );
}

function isComplete(draft: GroupDraft): boolean {
  return Object.keys(errorsOf(draft)).length === 0;
}

/** Why the whole filter was refused; what is wrong with a condition is said there. */
function serverErrorOf(error: { type?: unknown; message?: string } | undefined): string | undefined {
  return error?.type === 'server' ? error.message : undefined;
}

const FILTER = /^filter\./;

/** The server's messages at conditions. */
function errorsAtFilter(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const found = Object.entries(error.fields).filter(([field]) => FILTER.test(field));
  return Object.fromEntries(found.map(([field, message]) => [field.replace(FILTER, ''), message]));
}

/** The other messages; one for the whole form if there are none. */
function withoutFilter(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const others = Object.entries(error.fields).filter(([field]) => !FILTER.test(field));
  const atFilter = others.length < Object.keys(error.fields).length;
  if (!atFilter) return error;
  return new ApiError(error.status, error.code, 'Some conditions are not valid.', Object.fromEntries(others));
}
