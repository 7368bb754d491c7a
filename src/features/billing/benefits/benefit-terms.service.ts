import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { InvalidInput } from '../../../kernel/errors.ts';
import { MeterReader } from '../meters/meters.queries.ts';
import { RemotePlaces } from '../remote-access/remote-places.service.ts';
import type { BenefitProperties, BenefitType } from './benefit.events.ts';
import type { BenefitPropertiesInput } from './benefits.dto.ts';
import { demandProperty, propertiesOf } from './benefits.request.ts';

/** What a benefit is made of, as far as the body and the platforms say; whatever the organization may not give is refused. */
@Injectable()
export class BenefitTerms {
  constructor(
    private readonly places: RemotePlaces,
    private readonly meters: MeterReader,
  ) {}

  /** @throws InvalidInput a property is missing, or the platform or our log says no */
  async of(
    type: BenefitType,
    input: BenefitPropertiesInput,
    { organizationId, caller }: { organizationId: string; caller: Caller },
  ): Promise<BenefitProperties> {
    switch (type) {
      case 'discord': {
        this.demand('discord');
        const [guildToken, roleId] = [demandProperty(input, 'guild_token'), demandProperty(input, 'role_id')];
        return { type, ...(await this.places.role(guildToken, roleId, organizationId)) };
      }
      case 'github_repository': {
        this.demand('github');
        const owner = demandProperty(input, 'repository_owner');
        // As in the contract: whoever gives access to a repository is a person.
        if (caller.kind === 'token')
          throw InvalidInput.at(
            'body.properties.repository_owner',
            'This benefit cannot be created or changed with an organization token.',
            'invalid_auth_subject',
          );
        const asked = { owner, name: demandProperty(input, 'repository_name') };
        const permission = demandProperty(input, 'permission');
        const { isPrivate: _, ...repository } = await this.places.repository(asked, organizationId);
        return { type, ...repository, permission };
      }
      case 'meter_credit': {
        const properties = propertiesOf(type, input);
        await this.demandMeter(demandProperty(input, 'meter_id'), organizationId);
        return properties;
      }
      default:
        return propertiesOf(type, input);
    }
  }

  private async demandMeter(meterId: string, organizationId: string): Promise<void> {
    const meter = await this.meters.folded(meterId.toLowerCase(), { organizationIds: [organizationId] });
    if (!meter) throw InvalidInput.at('body.properties.meter_id', 'Meter does not exist.');
  }

  private demand(platform: 'discord' | 'github'): void {
    if (!this.places.offered.some((one) => one.platform === platform))
      throw InvalidInput.at('body.type', 'Benefits of this type are not set up here.');
  }
}
