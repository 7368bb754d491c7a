import { Inject, Injectable } from '@nestjs/common';
import { SignedLinks } from '../../../app/http/callers/signed-links.ts';
import { CLOCK } from '../../../app/tokens.ts';
import { msOf, toInstant, type Clock } from '../../../kernel/ports/clock.ts';

const PURPOSE = 'guild-token';
const HOUR_MS = 3_600_000;
/** The server's id, the expiry and the signature. */
const TOKEN = /^([\w-]{1,50})\.(\d{1,16})\.([\w-]{43})$/;

/** Tokens with which an organization names a Discord server to which it has added our bot. Another organization cannot use them. */
@Injectable()
export class GuildTokens {
  constructor(
    private readonly links: SignedLinks,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Valid for one hour to two: the same within an hour, so that what shows it does not change with every look. */
  sign(guildId: string, organizationId: string): string {
    const hours = Math.floor(msOf(this.clock.machineNow()) / HOUR_MS);
    const { expires, signature } = this.links.sign(
      PURPOSE,
      [guildId, organizationId],
      toInstant((hours + 2) * HOUR_MS),
    );
    return [guildId, expires, signature].join('.');
  }

  /** The server and which of the organizations the token is for; undefined if it is forged, expired, or for none of them. */
  verified(token: string, organizationIds: readonly string[]): { guildId: string; organizationId: string } | undefined {
    const [, guildId = '', expires = '', signature = ''] = TOKEN.exec(token) ?? [];
    const organizationId = organizationIds.find(
      (id) => this.links.verdict(PURPOSE, [guildId, id], { expires, signature }) === 'valid',
    );
    return organizationId === undefined ? undefined : { guildId, organizationId };
  }
}
