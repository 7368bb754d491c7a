import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Feature, OrganizationHold } from './feature.ts';
import { FEATURES } from './tokens.ts';

@Injectable()
export class OrganizationHolds {
  constructor(
    @Inject(FEATURES) private readonly features: readonly Feature[],
    private readonly modules: ModuleRef,
  ) {}

  /** Whether any feature prevents the deletion of the organization. */
  async any(organizationId: string): Promise<boolean> {
    const holds = this.features.flatMap(({ holds = [] }) => holds);
    const found = holds.map((type) =>
      this.modules.get<OrganizationHold>(type, { strict: false }).holds(organizationId),
    );
    return (await Promise.all(found)).includes(true);
  }
}
