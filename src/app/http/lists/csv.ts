import { StreamableFile } from '@nestjs/common';
import { Readable } from 'node:stream';

/** Text that a spreadsheet would run as a formula, also in full width or after spaces; a plain number is not one. */
const FORMULA = /^(?!-?\d+(\.\d+)?$)([\t\r\n]|\s*[=+\-@＝＋－＠])/;
/** What separates cells for spreadsheets of some countries, which ignore quotation marks and spaces behind it. */
const SEPARATORS = new Set([';', '\t', '\r', '\n']);
const BEGINS_FORMULA = /^[=+\-@＝＋－＠]/;
const IGNORED = /^[\s"]/;
/** Without it, spreadsheets read UTF-8 as the computer's own encoding. */
const BYTE_ORDER_MARK = '\u{feff}';

export type Cell = string | number | boolean | null;

/** By header: the cell of a row. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

/** A CSV file that the browser saves as `{name}.csv`; its pages of rows are sent as they are read. */
export function csvFile<Row>(name: string, columns: CsvColumns<Row>, pages: AsyncIterable<Row[]>): StreamableFile {
  async function* file(): AsyncIterable<string> {
    yield BYTE_ORDER_MARK + csvLine(Object.keys(columns));
    for await (const rows of pages)
      yield rows.map((row) => csvLine(Object.values(columns).map((cell) => cell(row)))).join('');
  }
  const disposition = `attachment; filename="${name}.csv"`;
  return new StreamableFile(Readable.from(file()), { type: 'text/csv; charset=utf-8', disposition });
}

/** Clients before 0.49 ask for JSON, and read a file as one JSON string; whoever asks for anything else gets the file itself. */
export function jsonIfAsked(file: StreamableFile, accept = ''): StreamableFile {
  if (!accept.includes('application/json')) return file;
  const text = jsonString(file.getStream() as AsyncIterable<string>);
  return new StreamableFile(Readable.from(text), { type: 'application/json; charset=utf-8' });
}

/** Streams a text as one JSON string. */
async function* jsonString(parts: AsyncIterable<string>): AsyncIterable<string> {
  yield '"';
  for await (const part of parts) yield JSON.stringify(part.replace(BYTE_ORDER_MARK, '')).slice(1, -1);
  yield '"';
}

/** One line of a CSV file (RFC 4180). Formulas are escaped with a leading apostrophe. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: Cell): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const inner = withEscapedCells(value ?? '');
  const text = FORMULA.test(inner) ? `'${inner}` : inner;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text with an apostrophe before each formula that would begin a cell in the middle of it. */
function withEscapedCells(text: string): string {
  let [escaped, taken, isCellBegun] = ['', 0, false];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (SEPARATORS.has(sign)) isCellBegun = true;
    else if (isCellBegun && !IGNORED.test(sign)) {
      isCellBegun = false;
      if (!BEGINS_FORMULA.test(sign)) continue;
      escaped += `${text.slice(taken, at)}'`;
      taken = at;
    }
  }
  return escaped + text.slice(taken);
}
