import type { BenefitFields } from '@/api/benefits';
import type { Download } from '@/api/files';
import type { Benefit } from '@/api/types';
import { wholeIn } from '@/lib/typed-number';
import type { Permission } from './permissions';

export type BenefitKind = BenefitFields['type'];
type Timeframe = 'day' | 'month' | 'year';

/** A file of a benefit, as the form shows it. */
export interface BenefitFile {
  id: string;
  name: string;
  size: string;
  /** Customers no longer get it. */
  archived: boolean;
}

export function fileOf({ id, name, size_readable }: Pick<Download, 'id' | 'name' | 'size_readable'>): BenefitFile {
  return { id, name, size: size_readable, archived: false };
}

/** What is entered, of all kinds; numbers are text until they are sent. */
export interface BenefitValues {
  type: BenefitKind;
  description: string;
  note: string;
  files: BenefitFile[];
  prefix: string;
  expires: boolean;
  ttl: string;
  timeframe: Timeframe;
  activates: boolean;
  activations: string;
  customerAdmin: boolean;
  limitUsage: string;
  /** The connected server or account. */
  place: string;
  /** The server's id or the account's name of the benefit, by which its place is found. */
  knownPlace: string;
  guildToken: string;
  roleId: string;
  /** `owner/name`. */
  repository: string;
  permission: Permission;
  meterId: string;
  units: string;
  rollover: boolean;
}

/** The form of a benefit, or of a new one. @param files those of the benefit that still exist */
export function valuesOf(
  benefit: Benefit | undefined,
  files: readonly Parameters<typeof fileOf>[0][] = [],
): BenefitValues {
  const archived = benefit?.type === 'downloadables' ? benefit.properties.archived : {};
  const note = benefit?.type === 'custom' ? benefit.properties.note : null;
  const role = benefit?.type === 'discord' ? benefit.properties : undefined;
  const repository = benefit?.type === 'github_repository' ? benefit.properties : undefined;
  const terms = benefit?.type === 'license_keys' ? benefit.properties : undefined;
  const credit = benefit?.type === 'meter_credit' ? benefit.properties : undefined;
  return {
    type: benefit?.type ?? 'custom',
    description: benefit?.description ?? '',
    note: note ?? '',
    files: files.map((file) => ({ ...fileOf(file), archived: archived[file.id] === true })),
    prefix: terms?.prefix ?? '',
    expires: terms ? terms.expires !== null : false,
    ttl: String(terms?.expires?.ttl ?? 1),
    timeframe: terms?.expires?.timeframe ?? 'year',
    activates: terms ? terms.activations !== null : false,
    activations: String(terms?.activations?.limit ?? 1),
    customerAdmin: terms?.activations?.enable_customer_admin ?? true,
    limitUsage: String(terms?.limit_usage ?? ''),
    place: '',
    knownPlace: role?.guild_id ?? repository?.repository_owner ?? '',
    guildToken: role?.guild_token ?? '',
    roleId: role?.role_id ?? '',
    repository: repository ? `${repository.repository_owner}/${repository.repository_name}` : '',
    permission: repository?.permission ?? 'pull',
    meterId: credit?.meter_id ?? '',
    units: String(credit?.units ?? ''),
    rollover: credit?.rollover ?? false,
  };
}

/** The benefit as it is sent. */
export function fieldsOf(values: BenefitValues): BenefitFields {
  const { type, description, note } = values;
  if (type === 'custom') return { type, description, properties: { note: note || null } };
  if (type === 'downloadables') return { type, description, properties: filesOf(values.files) };
  if (type === 'discord')
    return { type, description, properties: { guild_token: values.guildToken, role_id: values.roleId } };
  if (type === 'github_repository') {
    const [repository_owner = '', repository_name = ''] = values.repository.split('/');
    return { type, description, properties: { repository_owner, repository_name, permission: values.permission } };
  }
  if (type === 'meter_credit') {
    const { meterId: meter_id, units, rollover } = values;
    return { type, description, properties: { meter_id, units: wholeIn(units), rollover } };
  }
  const { prefix, expires, ttl, timeframe, activates, activations, customerAdmin, limitUsage } = values;
  return {
    type,
    description,
    properties: {
      prefix: prefix || null,
      expires: expires ? { ttl: wholeIn(ttl), timeframe } : null,
      activations: activates ? { limit: wholeIn(activations), enable_customer_admin: customerAdmin } : null,
      limit_usage: limitUsage === '' ? null : wholeIn(limitUsage),
    },
  };
}

function filesOf(files: readonly BenefitFile[]) {
  const archived = files.filter((file) => file.archived).map(({ id }) => [id, true] as const);
  return { files: files.map(({ id }) => id), archived: Object.fromEntries(archived) };
}

/** Where the server's refusals are shown. */
export const fieldNames = {
  properties: 'note',
  'properties.note': 'note',
  'properties.files': 'files',
  'properties.prefix': 'prefix',
  'properties.expires.ttl': 'ttl',
  'properties.activations.limit': 'activations',
  'properties.limit_usage': 'limitUsage',
  'properties.guild_token': 'place',
  'properties.role_id': 'roleId',
  'properties.repository_owner': 'place',
  'properties.repository_name': 'repository',
  'properties.permission': 'permission',
  'properties.meter_id': 'meterId',
  'properties.units': 'units',
} as const;

/** "after 1 year", "never". */
export function expiryWords(expires: { ttl: number; timeframe: Timeframe } | null): string {
  return expires ? `${expires.ttl} ${expires.timeframe}${expires.ttl === 1 ? '' : 's'} after it is granted` : 'Never';
}
