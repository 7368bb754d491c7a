import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { FairSlots } from '../../../kernel/coordination/fair-slots.ts';
import { ServiceUnavailable } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import { drawDocument, type Fonts } from './document-drawing.ts';
import type { PrintedDocument } from './printed-document.rules.ts';

const require = createRequire(import.meta.url);
const FONT_FILES = {
  regular: '@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf',
  strong: '@expo-google-fonts/ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold.ttf',
};

/** Documents that are kept once they are printed, those that were asked for last, and bytes of the largest one of them. */
const KEPT = { documents: 20, bytes: 262_144 };
/** Documents that wait to be printed. */
const MOST_WAITING = 100;

/**
 * Prints invoices and credit notes as PDF, one at a time, with turns among organizations: the same document gives the same bytes. What it needs is
 * loaded with the first one.
 */
@Injectable()
export class DocumentPdf {
  private fonts: Promise<Fonts> | undefined;
  /** By what is printed rather than by its number: once a buyer is erased, their documents have other texts. */
  private readonly kept = new Map<string, Promise<Buffer>>();
  private readonly slots = new FairSlots({
    slots: 1,
    perOwner: 1,
    queue: LIMITS.organization.printing.most,
    queueInAll: MOST_WAITING,
    refusal: () => new ServiceUnavailable('The service', 'prints too many documents'),
  });

  /**
   * @param organizationId whose document it is
   * @throws ServiceUnavailable too many others wait
   */
  async print(document: PrintedDocument, organizationId: string): Promise<Buffer> {
    const key = createHash('sha256').update(JSON.stringify(document)).digest('base64');
    const printed = this.kept.get(key) ?? this.slots.run(organizationId, () => this.drawn(document));
    this.kept.delete(key);
    this.kept.set(key, printed);
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT.documents) this.kept.delete(oldest!);
    try {
      const bytes = await printed;
      if (bytes.length > KEPT.bytes) this.kept.delete(key);
      return bytes;
    } catch (error) {
      this.kept.delete(key);
      throw error;
    }
  }

  private async drawn(document: PrintedDocument): Promise<Buffer> {
    const { default: PDFDocument } = await import('pdfkit');
    const fonts = await (this.fonts ??= loadFonts());
    const pdf = new PDFDocument({
      size: 'A4',
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      lang: 'en',
      displayTitle: true,
      info: {
        Title: `${document.title} ${document.number}`,
        Producer: 'Tillbook',
        Creator: 'Tillbook',
        CreationDate: new Date(document.issuedOn),
      },
    });
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise<void>((resolve, reject) => pdf.once('end', resolve).once('error', reject));
    await drawDocument(pdf, document, fonts);
    pdf.end();
    await ended;
    return Buffer.concat(chunks);
  }
}

async function loadFonts(): Promise<Fonts> {
  const [regular, strong] = await Promise.all([fontAt(FONT_FILES.regular), fontAt(FONT_FILES.strong)]);
  const others = new Set(strong.characters);
  return {
    regular: regular.bytes,
    strong: strong.bytes,
    glyphs: new Set(regular.characters.filter((one) => others.has(one))),
  };
}

async function fontAt(file: string): Promise<{ bytes: Buffer; characters: number[] }> {
  const { create } = await import('fontkit');
  const bytes = await readFile(require.resolve(file));
  const font = create(bytes);
  // A file may be a collection of fonts; ours are none.
  return { bytes, characters: 'characterSet' in font ? font.characterSet : [] };
}
