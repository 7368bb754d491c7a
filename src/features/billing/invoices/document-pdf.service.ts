import { Injectable } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { drawDocument, type Fonts } from './document-drawing.ts';
import type { PrintedDocument } from './printed-document.rules.ts';

const require = createRequire(import.meta.url);
const FONT_FILES = {
  regular: '@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf',
  strong: '@expo-google-fonts/ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold.ttf',
};

/** Prints invoices and credit notes as PDF: the same document gives the same bytes. What it needs is loaded with the first one. */
@Injectable()
export class DocumentPdf {
  private fonts: Promise<Fonts> | undefined;

  async print(document: PrintedDocument): Promise<Buffer> {
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
    drawDocument(pdf, document, fonts);
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
