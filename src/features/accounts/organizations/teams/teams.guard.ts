import { Inject, Injectable, NotFoundException, type CanActivate } from '@nestjs/common';
import { CONFIG } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';

/** Where there are no teams, there are no routes about them (ORG_TEAMS). */
@Injectable()
export class TeamsGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  canActivate(): boolean {
    if (!this.config.organizations.teams) throw new NotFoundException();
    return true;
  }
}
