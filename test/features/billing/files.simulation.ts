import { createHash } from 'node:crypto';
import { demandNone, type Cast } from '../../simulation/cast.ts';
import { demand } from '../../simulation/clients.ts';
import type { World } from '../../simulation/world.ts';
import type { Seller, SimulatedOrganizations } from '../accounts/organizations.simulation.ts';

/** A file whose upload was acknowledged. */
interface File {
  id: string;
  seller: Seller;
  /** In base64. */
  sha256: string;
  status: 'kept' | 'deleting' | 'deleted';
}

interface Created {
  id: string;
  upload: { id: string; path: string; parts: { number: number; url: string }[] };
}

/** Sellers who upload files in parts, leave some uploads unfinished, and delete files. */
export class SimulatedFiles implements Cast {
  private readonly files: File[] = [];

  constructor(
    private readonly world: World,
    private readonly organizations: SimulatedOrganizations,
  ) {}

  readonly actions = [
    { name: 'upload a file', weight: 1, run: () => this.upload() },
    { name: 'delete a file', weight: 0.5, run: () => this.delete() },
  ];

  readonly invariants = [() => this.checkFiles()];

  async prologue(): Promise<void> {}

  /** The id of one that was not deleted. */
  anyOf(seller: Seller): string | undefined {
    const kept = this.files.filter((file) => file.seller === seller && file.status === 'kept');
    return kept.length > 0 ? this.world.random.pick(kept).id : undefined;
  }

  private async upload(): Promise<void> {
    const seller = this.organizations.anySeller();
    if (!seller) return;
    const { random } = this.world;
    // What is sent is JSON, whose bytes are the file's.
    const texts = Array.from({ length: random.between(1, 3) }, () => ({ text: `page ${random.between(0, 2 ** 40)}` }));
    const parts = texts.map((text) => Buffer.from(JSON.stringify(text)));
    const created = await this.create(seller, parts);
    if (!created) return;
    const done = [];
    for (const [index, part] of created.upload.parts.entries()) {
      // The seller loses interest.
      if (random.chance(0.1)) return;
      const { pathname, search } = new URL(part.url);
      const answer = await seller.api.call('PUT', pathname + search, texts[index]);
      // A process that is frozen takes the client for too slow.
      demand(answer, 'a part of a file', 200, 408);
      if (answer.status !== 200) return;
      done.push({ number: part.number, checksum_etag: String(answer.headers['etag']) });
    }
    const body = { id: created.upload.id, path: created.upload.path, parts: done };
    const answer = await seller.api.call('POST', `/v1/files/${created.id}/uploaded`, body);
    demand(answer, 'the completion of an upload', 200, 409);
    if (answer.status === 200)
      this.files.push({ id: created.id, seller, sha256: sha256(Buffer.concat(parts)), status: 'kept' });
  }

  private async create(seller: Seller, parts: readonly Buffer[]): Promise<Created | undefined> {
    let at = 0;
    const ranges = parts.map(({ length }, index) => ({
      number: index + 1,
      chunk_start: at,
      chunk_end: (at += length),
    }));
    const answer = await seller.api.call('POST', '/v1/files/', {
      service: 'downloadable',
      name: 'book.json',
      mime_type: 'application/json',
      size: at,
      checksum_sha256_base64: sha256(Buffer.concat(parts)),
      upload: { parts: ranges },
    });
    demand(answer, 'the announcement of a file', 201);
    return answer.status === 201 ? (answer.body as Created) : undefined;
  }

  private async delete(): Promise<void> {
    const kept = this.files.filter(({ status }) => status === 'kept');
    if (kept.length === 0) return;
    const file = this.world.random.pick(kept);
    file.status = 'deleting';
    const answer = await file.seller.api.call('DELETE', `/v1/files/${file.id}`);
    demand(answer, 'deleting a file', 204, 404, 409);
    if ([204, 404].includes(answer.status)) file.status = 'deleted';
  }

  private async checkFiles(): Promise<void> {
    const wrong: unknown[] = [];
    for (const { id, seller, sha256: expected, status } of this.files) {
      const found = await seller.api.get<{ items: { checksum_sha256_base64: string }[] }>(`/v1/files/?ids=${id}`);
      const [listed] = found?.items ?? [];
      const isRight =
        status === 'deleted' ? !listed : listed ? listed.checksum_sha256_base64 === expected : status === 'deleting';
      if (!isRight) wrong.push({ id, status, found });
    }
    demandNone('every file whose upload was acknowledged is listed as it was sent, until it is deleted', wrong);
  }
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64');
}
