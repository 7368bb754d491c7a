import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { Documents } from '../../../app/documents.ts';
import { VAULT } from '../../../app/tokens.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { Vault } from '../../../kernel/ports/vault.ts';
import { Keys } from '../../../kernel/secrets/keys.ts';
import { subjectOf } from '../../../kernel/writing/events.ts';
import { attemptCollection } from './webhook-attempts.projection.ts';
import { WebhookTexts } from './webhook-texts.service.ts';
import { ErasePastWebhooks } from './webhook.commands.ts';
import { PAST_BODIES } from './webhook.events.ts';

const PAGE = 500;
const WORDS = /[^\s"\\<>]+/g;

/** Reads every body that earlier releases stored: there are none 90 days after the upgrade. */
@CommandHandler(ErasePastWebhooks)
export class ErasePastWebhooksHandler {
  constructor(
    private readonly documents: Documents,
    private readonly texts: WebhookTexts,
    private readonly keys: Keys,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  async execute({ data: { subject } }: ErasePastWebhooks): Promise<void> {
    for (let from = PAST_BODIES; ;) {
      const keys = await this.vault.list(from, `${PAST_BODIES}~`, PAGE);
      const bodies = await this.vault.getMany(keys);
      const found = keys.filter((key) => this.mentions(bodies.get(key)?.value ?? '', subject));
      for (const key of found) await this.vault.delete(key);
      await this.eraseAnswers(found.map((key) => key.slice(PAST_BODIES.length)));
      if (keys.length < PAGE) return;
      from = `${keys.at(-1)}\0`;
    }
  }

  private async eraseAnswers(webhookIds: readonly string[]): Promise<void> {
    if (webhookIds.length === 0) return;
    const where: Where = { in: ['webhook_id', webhookIds] };
    for await (const attempts of this.documents.pages(attemptCollection, { where }, 'any'))
      for (const { id } of attempts) await this.texts.deletePastAnswer(id);
  }

  /** Bodies name users and customers by id, and people without an account by their address. */
  private mentions(body: string, subject: string): boolean {
    const id = subject.slice(subject.indexOf(':') + 1);
    if (subject !== subjectOf.email(id)) return body.includes(id);
    const addresses = (body.match(WORDS) ?? []).filter((word) => word.includes('@'));
    return addresses.some((address) => this.keys.digest('email', address.toLowerCase()) === id);
  }
}
