import { Controller, type UseFormReturn } from 'react-hook-form';
import type { Accent, Branding } from '@/api/types';
import { Button } from '@/ui/Button';
import { FieldError } from '@/ui/Field';
import { FormSection } from '@/ui/Form';
import type { SettingsFields } from './settings-form';

/** Where the picker begins for an organization without a colour. */
const OURS = '#1f5c46';

interface AccentColorProps {
  form: UseFormReturn<SettingsFields>;
  /** As it is saved; undefined while it loads. */
  branding: Branding | undefined;
}

/** The colour of buttons and links that customers see. */
export function AccentColor({ form, branding }: AccentColorProps) {
  return (
    <FormSection
      title="Accent color"
      hint="Of buttons and links in your checkout, portal and mails. Links are shown darker or lighter where they would be hard to read."
    >
      <Controller
        control={form.control}
        name="accent_color"
        render={({ field: { value, onChange, ref }, fieldState }) => (
          <>
            <div className="flex flex-wrap items-center gap-3">
              <label className="flex items-center gap-2">
                <span>Color</span>
                <input
                  ref={ref}
                  type="color"
                  disabled={!branding}
                  className="h-9 w-14 cursor-pointer rounded-control border border-edge bg-slip p-1 pointer-coarse:h-11"
                  value={value || OURS}
                  onChange={(event) => onChange(event.target.value)}
                />
              </label>
              {value !== '' && (
                <Button kind="quiet" onClick={() => onChange('')}>
                  Remove it
                </Button>
              )}
            </div>
            <FieldError id="accent-error" error={fieldState.error?.message} />
            {branding?.accent && branding.accent_color === value && <Tones accent={branding.accent} />}
          </>
        )}
      />
    </FormSection>
  );
}

/** As customers see it. */
function Tones({ accent }: { accent: Accent }) {
  return (
    <p className="flex flex-wrap gap-2">
      {(['light', 'dark'] as const).map((page) => (
        <span
          key={page}
          className="rounded-control px-4 py-2 font-medium"
          style={{ background: accent[page].color, color: accent[page].text }}
        >
          On {page} pages
        </span>
      ))}
    </p>
  );
}
