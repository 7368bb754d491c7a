import { Injectable } from '@nestjs/common';
import { localDay } from '../../../app/time-zones.ts';
import { KeyedMutex } from '../../../kernel/coordination/mutex.ts';
import { ConcurrencyConflict } from '../../../kernel/errors.ts';
import { newUuid } from '../../../kernel/ids.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { documentNumberDeciders, type DocumentNumbersState } from './document-number.decider.ts';
import { TakeDocumentNumbers } from './invoice.commands.ts';
import { creditNoteStream, invoiceStream, numbersStream, type Day, type DocumentKind } from './invoice.events.ts';
import { documentNumber } from './invoice.rules.ts';

interface Unnumbered {
  organizationId: string;
  documentId: string;
  /** The day in `timeZone` is the document's. */
  at: Instant;
  timeZone: string;
}

interface Numbers {
  organizationId: string;
  kind: DocumentKind;
  year: number;
}

/** Documents that get their numbers in one append. */
interface Block {
  documents: { documentId: string; issuedOn: Day }[];
  numbers: Promise<DocumentNumbersState['open']>;
}

/** Takes the numbers of documents: of all that ask while others are taken, in one append. */
@Injectable()
export class DocumentNumbers {
  private readonly mutex = new KeyedMutex();
  /** The next block of each stream. */
  private readonly waiting = new Map<string, Block>();

  constructor(private readonly executor: Executor) {}

  /**
   * Asked for as the last step before the document is issued: whatever may fail comes before it.
   * @throws ConcurrencyConflict the document has been issued, or another process has taken numbers meanwhile
   */
  async take(kind: DocumentKind, { organizationId, documentId, at, timeZone }: Unnumbered, context: Context) {
    const issuedOn = localDay(at, timeZone);
    const year = Number(issuedOn.slice(0, 4));
    const block = this.blockOf({ organizationId, kind, year }, context);
    block.documents.push({ documentId, issuedOn });
    const taken = (await block.numbers)[documentId];
    if (!taken) throw new ConcurrencyConflict(numbersStream(kind, organizationId, year));
    return { number: documentNumber(kind, year, taken.sequence), issuedOn: taken.issuedOn };
  }

  private blockOf(about: Numbers, context: Context): Block {
    const stream = numbersStream(about.kind, about.organizationId, about.year);
    const known = this.waiting.get(stream);
    if (known) return known;
    const documents: Block['documents'] = [];
    const numbers = this.mutex.withLock(stream, () => {
      this.waiting.delete(stream);
      return this.takeBlock(about, documents, context);
    });
    const block = { documents, numbers };
    this.waiting.set(stream, block);
    return block;
  }

  /** Looks for issued documents after it has read the last number: what is issued later has an open number, or a later one. */
  private async takeBlock(
    about: Numbers,
    documents: Block['documents'],
    context: Context,
  ): Promise<DocumentNumbersState['open']> {
    const { kind, organizationId, year } = about;
    const stream = numbersStream(kind, organizationId, year);
    const decider = documentNumberDeciders[kind];
    const { last, open } = (await this.executor.state(decider, stream, 'any')).state;
    const issued = await this.issuedOf(kind, [...Object.keys(open), ...documents.map(({ documentId }) => documentId)]);
    const data = {
      ...about,
      documents: documents
        .filter(({ documentId }) => !issued.has(documentId))
        .toSorted((one, other) => one.issuedOn.localeCompare(other.issuedOn)),
      issued: Object.keys(open).filter((id) => issued.has(id)),
      after: last?.sequence ?? 0,
    };
    // The block is of all of them, not only of the one that asked first.
    const command = new TakeDocumentNumbers(data, { ...context, requestId: newUuid() });
    return (await this.executor.execute(decider, stream, command)).state.open;
  }

  private async issuedOf(kind: DocumentKind, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const streamOf = kind === 'invoice' ? invoiceStream : creditNoteStream;
    const lengths = await Promise.all(ids.map(async (id) => (await this.executor.load(streamOf(id), 'any')).length));
    return new Set(ids.filter((_, at) => lengths[at]! > 0));
  }
}
