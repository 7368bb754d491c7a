import { InvalidInput, type FieldError } from '../../../kernel/errors.ts';
import type { BenefitProperties, BenefitType } from './benefit.events.ts';
import type { BenefitPropertiesInput } from './benefits.dto.ts';

/** Types about which no other platform is asked. */
type OwnType = Exclude<BenefitType, 'discord' | 'github_repository'>;

/** @throws InvalidInput it is missing */
export function demandProperty<N extends keyof BenefitPropertiesInput>(
  input: BenefitPropertiesInput,
  name: N,
): NonNullable<BenefitPropertiesInput[N]> {
  const value = input[name];
  if (value == null) throw refused(name, 'Field required', 'missing');
  return value;
}

/** Of the body's properties, those of its type. @throws InvalidInput one is missing */
export function propertiesOf(type: OwnType, input: BenefitPropertiesInput): BenefitProperties {
  switch (type) {
    case 'custom':
      return { type, note: input.note ?? null };
    case 'downloadables': {
      const files = demandProperty(input, 'files').map((id) => id.toLowerCase());
      if (files.length === 0) throw refused('files', 'Choose at least one file.', 'too_short');
      return { type, files: [...new Set(files)], archived: archivedOf(input, files) };
    }
    case 'meter_credit': {
      const [meterId, units] = [demandProperty(input, 'meter_id').toLowerCase(), demandProperty(input, 'units')];
      return { type, meterId, units, rollover: demandProperty(input, 'rollover') };
    }
    case 'license_keys': {
      const { expires, activations, limit_usage: limitUsage = null } = input;
      return {
        type,
        prefix: input.prefix?.trim().toUpperCase() || null,
        expires: expires ? { ttl: expires.ttl, timeframe: expires.timeframe } : null,
        activations: activations
          ? { limit: activations.limit, enableCustomerAdmin: activations.enable_customer_admin ?? false }
          : null,
        limitUsage,
      };
    }
  }
}

/** Of its files only. */
function archivedOf({ archived }: BenefitPropertiesInput, files: readonly string[]): Record<string, boolean> {
  const given = Object.entries(archived ?? {}).map(([id, isArchived]) => [id.toLowerCase(), isArchived] as const);
  return Object.fromEntries(given.filter(([id]) => files.includes(id)));
}

function refused(field: string, msg: string, type: string): InvalidInput {
  const error: FieldError = { loc: ['body', 'properties', field], msg, type };
  return new InvalidInput([error]);
}
