import { useQuery } from '@tanstack/react-query';
import { useRouterState, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import {
  connectUrl,
  integrationsQuery,
  placeChoicesQuery,
  type Integrations,
  type PlaceChoices,
  type PlatformName,
} from '@/api/integrations';
import type { Connected } from '@/lib/search';
import { forms } from '@/lib/unsaved';
import { ButtonAnchor } from '@/ui/Button';
import { Select } from '@/ui/Field';
import { FormError } from '@/ui/Form';
import { StatusMark } from '@/ui/StatusMark';
import type { BenefitValues } from './benefit-form';
import { permissionWords, permissions } from './permissions';

interface RemoteFieldsProps {
  platform: PlatformName;
  organizationId: string;
  form: Pick<UseFormReturn<BenefitValues>, 'register' | 'watch' | 'formState' | 'setValue' | 'getValues'>;
}

const words = {
  discord: { place: 'Server', connect: 'Add the bot to a server', none: 'No server is connected yet.' },
  github: { place: 'Account', connect: 'Install the GitHub App', none: 'No account is connected yet.' },
};

/** What a benefit gives at Discord or GitHub: first where, then what. */
export function RemoteFields({ platform, organizationId, form }: RemoteFieldsProps) {
  const { register, watch, setValue, getValues, formState } = form;
  const { data } = useQuery(integrationsQuery(organizationId));
  const place = watch('place');
  const choices = useQuery(placeChoicesQuery(place));
  const installations = data?.installations.filter((one) => one.platform === platform);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const { connected, error }: Connected = useSearch({ strict: false });
  const text = words[platform];

  const isPlaced = useRef(false);
  useEffect(() => {
    if (!installations || isPlaced.current) return;
    const { place: chosen, knownPlace } = getValues();
    // What they have just connected; else that of the draft or of the benefit.
    const fresh = installations.find(({ id }) => id === connected);
    const known = installations.find(({ place_id, name }) => [place_id, name].includes(knownPlace));
    const first = fresh ?? (chosen === '' ? known : undefined);
    if (!first) return;
    isPlaced.current = true;
    setValue('place', first.id);
    if (first === known || first.id === chosen) return;
    setValue('roleId', '');
    setValue('repository', '');
  }, [installations, connected, getValues, setValue]);

  // Both come after the first render, and an option that does not exist yet cannot be chosen.
  const loaded = choices.data;
  useEffect(() => {
    if (loaded) setValue('guildToken', loaded.guild_token ?? '');
  }, [loaded, setValue]);

  if (data && !data.platforms.some((one) => one.platform === platform)) return <NotSetUp platform={platform} />;
  return (
    <fieldset className="grid gap-4">
      <FormError message={error} />
      <Select
        label={text.place}
        hint={installations?.length === 0 ? text.none : undefined}
        error={formState.errors.place?.message}
        {...register('place', {
          required: `Connect and choose ${platform === 'discord' ? 'a server' : 'an account'}.`,
          onChange: () => {
            setValue('roleId', '');
            setValue('repository', '');
          },
        })}
        key={installations ? 'loaded' : 'loading'}
      >
        <option value="">Choose…</option>
        {installations?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Connect platform={platform} organizationId={organizationId} returnTo={pathname} platforms={data?.platforms} />
      {choices.isError && <FormError message={choices.error.message} />}
      {loaded && platform === 'discord' && <Role form={form} choices={loaded} />}
      {loaded && platform === 'github' && <Repository form={form} choices={loaded} />}
    </fieldset>
  );
}

function Connect({
  platform,
  organizationId,
  returnTo,
  platforms,
}: {
  platform: PlatformName;
  organizationId: string;
  returnTo: string;
  platforms: Integrations['platforms'] | undefined;
}) {
  const isPretend = platforms?.find((one) => one.platform === platform)?.is_pretend;
  // The draft keeps what was entered until they are back.
  const leave = () => forms.forEach((form) => form.release());
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <ButtonAnchor href={connectUrl(platform, { organizationId, returnTo })} onClick={leave}>
        {words[platform].connect}
      </ButtonAnchor>
      {platform === 'github' && !isPretend && (
        <ButtonAnchor
          kind="quiet"
          href={connectUrl(platform, { organizationId, returnTo, isInstalled: true })}
          onClick={leave}
        >
          It is installed already
        </ButtonAnchor>
      )}
      {isPretend && <StatusMark tone="warn">{`Sandbox: a pretend ${platformName(platform)}`}</StatusMark>}
    </div>
  );
}

function Role({ form, choices }: { form: RemoteFieldsProps['form']; choices: PlaceChoices }) {
  const { roles } = choices;
  return (
    <Select
      label="Role"
      hint="Only roles below the bot’s own can be given; move its role up in the server’s settings for others."
      error={form.formState.errors.roleId?.message}
      {...form.register('roleId', { required: 'Choose a role.' })}
    >
      <option value="">Choose…</option>
      {roles.map(({ id, name, is_bot, is_assignable }) => (
        <option key={id} value={id} disabled={!is_assignable}>
          {name}
          {is_bot ? ' (the bot’s own)' : is_assignable ? '' : ' (above the bot’s)'}
        </option>
      ))}
    </Select>
  );
}

function Repository({ form, choices }: { form: RemoteFieldsProps['form']; choices: PlaceChoices }) {
  const { errors } = form.formState;
  return (
    <>
      <Select
        label="Repository"
        error={errors.repository?.message}
        {...form.register('repository', { required: 'Choose a repository.' })}
      >
        <option value="">Choose…</option>
        {choices.repositories.map(({ owner, name, is_private }) => (
          <option key={name} value={`${owner}/${name}`}>
            {owner}/{name}
            {is_private ? '' : ' (public)'}
          </option>
        ))}
      </Select>
      <Select
        label="Permission"
        hint="Repositories of a user rather than an organization have collaborators of one kind only, who may write."
        error={errors.permission?.message}
        {...form.register('permission')}
      >
        {permissions.map((permission) => (
          <option key={permission} value={permission}>
            {permissionWords[permission]}
          </option>
        ))}
      </Select>
    </>
  );
}

function NotSetUp({ platform }: { platform: PlatformName }) {
  return (
    <p className="border-l-2 border-amber bg-amber-wash px-3 py-2">
      {platformName(platform)} is not set up on this installation. Its operator has to set the keys first.
    </p>
  );
}

function platformName(platform: PlatformName): string {
  return platform === 'discord' ? 'Discord' : 'GitHub';
}
