import { useFieldArray, type UseFormReturn } from 'react-hook-form';
import type { SocialLink } from '@/api/types';
import { Button, IconButton } from '@/ui/Button';
import { Input, Select } from '@/ui/Field';
import type { SettingsFields } from './settings-form';

const platforms: Record<SocialLink['platform'], string> = {
  x: 'X',
  github: 'GitHub',
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  linkedin: 'LinkedIn',
  other: 'Another place',
};

export function Socials({ form }: { form: UseFormReturn<SettingsFields> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'socials' });
  const errors = form.formState.errors.socials;
  return (
    <>
      {fields.map(({ id }, at) => (
        <div key={id} role="group" aria-label={`Link ${at + 1}`} className="flex items-start gap-2">
          <div className="grid flex-1 gap-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
            <Select label="Place" error={errors?.[at]?.platform?.message} {...form.register(`socials.${at}.platform`)}>
              {Object.entries(platforms).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
            <Input
              label="Link"
              type="url"
              error={errors?.[at]?.url?.message}
              {...form.register(`socials.${at}.url`, {
                required: 'Enter the link, or remove the line.',
                validate: (url) => URL.canParse(url) || 'Enter a whole link, with https:// in front.',
              })}
            />
          </div>
          <IconButton icon="close" label={`Remove link ${at + 1}`} className="mt-6" onClick={() => remove(at)} />
        </div>
      ))}
      <div>
        <Button onClick={() => append({ platform: 'other', url: '' })}>Add a link</Button>
      </div>
    </>
  );
}
