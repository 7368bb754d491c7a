import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Blobs, UNNAMED_BLOB_SECONDS } from '../../../app/blobs.ts';
import { CLOCK, VAULT } from '../../../app/tokens.ts';
import { DomainError, InvalidInput } from '../../../kernel/errors.ts';
import { newUuid } from '../../../kernel/ids.ts';
import { addSeconds, type Clock } from '../../../kernel/ports/clock.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';
import type { SignedPart } from './part-urls.service.ts';

/** A part that has arrived. */
export interface ArrivedPart {
  blobId: string;
  size: number;
  /** In hex; its ETag. */
  sha256: string;
}

const AT_ONCE = 20;
const PAGE = 500;
const PREFIX = 'file-part/';

/**
 * The parts of unfinished uploads. Each is a blob of its own that never changes, and a row of the Vault names the last one of its number. Both are
 * deleted after a day.
 */
@Injectable()
export class UploadParts {
  constructor(
    private readonly blobs: Blobs,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Stores a part as it arrives. If its number has one already, it takes its place.
   * @param checksum in base64, if the client has sent one
   * @throws DomainError 413 there is more than was announced
   * @throws InvalidInput there is less, or the checksum is another
   */
  async receive(part: SignedPart, bytes: AsyncIterable<Buffer>, checksum: string | undefined): Promise<ArrivedPart> {
    const blobId = newUuid();
    const hash = createHash('sha256');
    const found = { sha256: '' };
    const checked = async function* (): AsyncGenerator<Buffer> {
      let size = 0;
      for await (const chunk of bytes) {
        size += chunk.length;
        if (size > part.size) throw tooLarge(part.size);
        hash.update(chunk);
        yield chunk;
      }
      if (size < part.size)
        throw InvalidInput.at('body', `The part has ${size} bytes, and ${part.size} were announced`);
      const digest = hash.digest();
      for (const expected of [part.sha256, checksum])
        if (expected != null && expected !== digest.toString('base64'))
          throw InvalidInput.at('body', 'The SHA-256 of the part is not the announced one');
      found.sha256 = digest.toString('hex');
    };
    await this.blobs.putForADay(blobId, checked(), part.size);
    const arrived = { blobId, size: part.size, sha256: found.sha256 };
    await this.replace(part, arrived);
    return arrived;
  }

  /** Those that have arrived, by number. */
  async arrived(fileId: string, numbers: readonly number[]): Promise<Map<number, ArrivedPart>> {
    const rows = await this.vault.getMany(numbers.map((number) => rowOf(fileId, number)));
    return new Map(
      numbers.flatMap((number) => {
        const row = rows.get(rowOf(fileId, number));
        return row ? [[number, JSON.parse(row.value) as ArrivedPart] as const] : [];
      }),
    );
  }

  /** Deletes parts at once. What fails is deleted after a day. */
  async discard(fileId: string, parts: ReadonlyMap<number, ArrivedPart>): Promise<void> {
    const all = [...parts];
    for (let at = 0; at < all.length; at += AT_ONCE)
      await Promise.allSettled(
        all
          .slice(at, at + AT_ONCE)
          .flatMap(([number, { blobId }]) => [this.blobs.delete(blobId), this.vault.delete(rowOf(fileId, number))]),
      );
  }

  /** Deletes all parts of an upload. */
  async discardAll(fileId: string): Promise<void> {
    const prefix = `${PREFIX}${fileId}/`;
    for (let from = prefix; ;) {
      const keys = await this.vault.list(from, `${prefix}~`, PAGE);
      const numbers = keys.map((key) => Number(key.slice(prefix.length)));
      await this.discard(fileId, await this.arrived(fileId, numbers));
      if (keys.length < PAGE) return;
      from = `${keys.at(-1)!}~`;
    }
  }

  private async replace({ fileId, number }: SignedPart, arrived: ArrivedPart): Promise<void> {
    const row = rowOf(fileId, number);
    const before = await readVault(this.vault, row);
    const expiresAt = addSeconds(this.clock.machineNow(), UNNAMED_BLOB_SECONDS);
    await this.vault.put(row, JSON.stringify(arrived), { expiresAt });
    if (before === undefined) return;
    await this.blobs.delete((JSON.parse(before) as ArrivedPart).blobId).catch(() => undefined);
  }
}

/** @param size in bytes */
export function tooLarge(size: number): DomainError {
  return new DomainError('PayloadTooLarge', `The part is larger than the ${size} bytes that were announced`, 413);
}

function rowOf(fileId: string, number: number): string {
  return `${PREFIX}${fileId}/${number}`;
}
