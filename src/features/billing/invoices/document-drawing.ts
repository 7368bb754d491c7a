import { yieldEvery10Ms } from '../../../kernel/coordination/turns.ts';
import { printable } from './printable.rules.ts';
import type { PrintedDocument, PrintedLine, PrintedTotal } from './printed-document.rules.ts';

export type Pdf = PDFKit.PDFDocument;
export interface Fonts {
  /** The bytes of the files. */
  regular: Buffer;
  strong: Buffer;
  /** The code points that both have. */
  glyphs: ReadonlySet<number>;
}

/** Of one text, in characters: to break a very long word into lines takes ever longer. */
const MOST_SHOWN = 600;
/** Of one text that has line breaks of its own, or one of them would fill pages. */
const MOST_LINES = 4;
/** Of an address and the like, each a text. */
const MOST_PARTY_LINES = 12;
/** In points: A4 is 595 × 842. */
const PAGE = { width: 595.28, height: 841.89 };
const LEFT = 56;
const RIGHT = PAGE.width - LEFT;
const TOP = 56;
/** Below is the foot of the page. */
const BOTTOM = PAGE.height - 84;
const HALF = (RIGHT - LEFT) / 2;
const INK = '#1d1b16';
const GREY = '#6b675e';
const HAIRLINE = '#d8d4ca';
/** Tillbook's green. */
const ACCENT = '#1f5c42';
const SIZE = { title: 22, name: 11, text: 9.5, small: 8 };
const GAP = 6;

/** Right edges of the columns of figures. */
const COLUMNS = { description: LEFT, quantity: 372, unitPrice: 456, amount: RIGHT };
const DESCRIPTION_WIDTH = 240;
const FIGURE_WIDTH = 84;
const SELLER_LEFT = LEFT + HALF + 36;
const TOTALS_LEFT = LEFT + HALF - 56;

interface Style {
  size?: number;
  strong?: boolean;
  color?: string;
}

/** Draws an invoice or a credit note, on as many pages as its lines need, while other work goes on. */
export function drawDocument(pdf: Pdf, document: PrintedDocument, fonts: Fonts): Promise<void> {
  return new Drawing(pdf, document, fonts).draw();
}

class Drawing {
  private y = TOP;
  private readonly turn = yieldEvery10Ms();

  constructor(
    private readonly pdf: Pdf,
    private readonly document: PrintedDocument,
    private readonly fonts: Fonts,
  ) {
    pdf.registerFont('regular', fonts.regular);
    pdf.registerFont('strong', fonts.strong);
  }

  async draw(): Promise<void> {
    this.pdf.addPage();
    const { lines } = this.document;
    const steps = [
      () => this.head(),
      () => this.parties(),
      () => this.tableHead(),
      ...lines.map((line) => () => this.line(line)),
      () => this.totals(),
      () => this.notes(),
      () => this.feet(),
    ];
    for (const step of steps) {
      step();
      await this.turn();
    }
  }

  private head(): void {
    const { title, seller, facts } = this.document;
    this.text(title, LEFT, TOP, HALF, { size: SIZE.title, strong: true, color: ACCENT });
    let left = TOP + 40;
    for (const { label, text } of facts) {
      this.text(label, LEFT, left, 96, { color: GREY });
      left += this.text(text, LEFT + 100, left, HALF - 72) + 3;
    }
    let right = TOP + 8;
    right +=
      this.text(seller.name, SELLER_LEFT, right, RIGHT - SELLER_LEFT, { size: SIZE.name, strong: true }, 'right') + 3;
    for (const line of seller.lines.slice(0, MOST_PARTY_LINES))
      right += this.text(line, SELLER_LEFT, right, RIGHT - SELLER_LEFT, { color: GREY }, 'right') + 1;
    this.y = Math.max(left, right) + 24;
  }

  private parties(): void {
    const { title, buyer } = this.document;
    const heading = title === 'Invoice' ? 'Bill to' : 'Credited to';
    this.y += this.text(heading, LEFT, this.y, HALF, { size: SIZE.small, color: GREY }) + 3;
    this.y += this.text(buyer.name, LEFT, this.y, HALF, { size: SIZE.name, strong: true }) + 3;
    for (const line of buyer.lines.slice(0, MOST_PARTY_LINES)) this.y += this.text(line, LEFT, this.y, HALF) + 1;
    this.y += 28;
  }

  private tableHead(): void {
    const style = { size: SIZE.small, color: GREY };
    this.text('Description', LEFT, this.y, DESCRIPTION_WIDTH, style);
    this.figure('Qty', COLUMNS.quantity, style);
    this.figure('Unit price', COLUMNS.unitPrice, style);
    this.figure(`Amount in ${this.document.currency}`, COLUMNS.amount, style);
    this.y += 14;
    this.rule(LEFT, ACCENT, 1);
    this.y += GAP;
  }

  private line({ description, detail, quantity, unitPrice, amount }: PrintedLine): void {
    const height =
      this.heightOf(description, DESCRIPTION_WIDTH) +
      (detail === null ? 0 : this.heightOf(detail, DESCRIPTION_WIDTH, SIZE.small) + 1);
    if (this.y + height + GAP > BOTTOM) {
      this.nextPage();
      this.tableHead();
    }
    const described = this.text(description, LEFT, this.y, DESCRIPTION_WIDTH);
    this.figure(quantity, COLUMNS.quantity);
    this.figure(unitPrice, COLUMNS.unitPrice);
    this.figure(amount, COLUMNS.amount);
    if (detail !== null)
      this.text(detail, LEFT, this.y + described + 1, DESCRIPTION_WIDTH, { size: SIZE.small, color: GREY });
    this.y += height + GAP;
    this.rule(LEFT, HAIRLINE, 0.5);
    this.y += GAP;
  }

  /** Stay together on one page. */
  private totals(): void {
    const rows = this.document.totals.map((total) => ({
      ...total,
      height: this.heightOf(total.label, this.labelWidth),
    }));
    const height = rows.reduce((all, row) => all + row.height + GAP + 4, 0);
    if (this.y + height > BOTTOM) this.nextPage();
    this.y += 4;
    for (const row of rows) this.total(row, row.height);
    this.y += 16;
  }

  private total({ label, amount, isStrong = undefined }: PrintedTotal, height: number): void {
    if (isStrong) {
      this.rule(TOTALS_LEFT, HAIRLINE, 0.5);
      this.y += GAP;
    }
    const style = { strong: isStrong === true, color: isStrong ? INK : GREY };
    this.text(label, TOTALS_LEFT, this.y, this.labelWidth, style);
    this.figure(amount, COLUMNS.amount, { strong: isStrong === true });
    this.y += height + GAP;
  }

  private get labelWidth(): number {
    return RIGHT - TOTALS_LEFT - FIGURE_WIDTH - GAP;
  }

  private notes(): void {
    for (const note of this.document.notes) {
      const height = this.heightOf(note, RIGHT - LEFT);
      if (this.y + height > BOTTOM) this.nextPage();
      this.y += this.text(note, LEFT, this.y, RIGHT - LEFT) + GAP;
    }
  }

  /** Once the number of pages is known. */
  private feet(): void {
    const { title, number, footer } = this.document;
    const { start, count } = this.pdf.bufferedPageRange();
    for (let page = start; page < start + count; page++) {
      this.pdf.switchToPage(page);
      this.y = BOTTOM + 16;
      this.rule(LEFT, HAIRLINE, 0.5);
      const style = { size: SIZE.small, color: GREY };
      const foot = `${title} ${number}${count === 1 ? '' : ` · Page ${page - start + 1} of ${count}`}`;
      this.text(foot, RIGHT - 180, this.y + 8, 180, style, 'right');
      if (footer !== null) this.text(footer, LEFT, this.y + 8, RIGHT - LEFT - 200, style, 'left', 48);
    }
  }

  private nextPage(): void {
    this.pdf.addPage();
    this.y = TOP;
  }

  /** @returns its height */
  private text(
    text: string,
    x: number,
    y: number,
    width: number,
    { size = SIZE.text, strong = false, color = INK }: Style = {},
    align: 'left' | 'right' = 'left',
    maxHeight?: number,
  ): number {
    const shown = this.shown(text);
    this.pdf.font(strong ? 'strong' : 'regular', size).fillColor(color);
    const height = Math.min(this.pdf.heightOfString(shown, { width }), maxHeight ?? Infinity);
    this.pdf.text(shown, x, y, { width, align, ...(maxHeight !== undefined && { height: maxHeight, ellipsis: true }) });
    return height;
  }

  private shown(text: string): string {
    const lines = printable(text.slice(0, MOST_SHOWN), this.fonts.glyphs).split('\n');
    const whole = lines.slice(0, MOST_LINES).join('\n');
    return text.length > MOST_SHOWN || lines.length > MOST_LINES ? `${whole}…` : whole;
  }

  /** Right-aligned at an edge, on the current line. */
  private figure(text: string, right: number, style: Style = {}): void {
    if (text !== '') this.text(text, right - FIGURE_WIDTH, this.y, FIGURE_WIDTH, style, 'right');
  }

  private heightOf(text: string, width: number, size: number = SIZE.text): number {
    return this.pdf.font('regular', size).heightOfString(this.shown(text), { width });
  }

  private rule(left: number, color: string, width: number): void {
    this.pdf.moveTo(left, this.y).lineTo(RIGHT, this.y).lineWidth(width).strokeColor(color).stroke();
  }
}
