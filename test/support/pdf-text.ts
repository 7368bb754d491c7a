import { inflateSync } from 'node:zlib';

/** What a PDF of ours says, a line per text that was drawn, and how many pages it has. */
export function readPdf(bytes: Buffer): { pages: number; text: string } {
  const source = bytes.toString('latin1');
  const objects = new Map(
    [...source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, number, body]) => [number!, body!]),
  );
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body));
  const text = pages.flatMap((page) => {
    const resources = objects.get(referenceOf(page, 'Resources'))!;
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, font]) => {
        return [name!, characters(streamOf(objects.get(referenceOf(objects.get(font!)!, 'ToUnicode'))!))];
      }),
    );
    return linesOf(streamOf(objects.get(referenceOf(page, 'Contents'))!), fonts);
  });
  return { pages: pages.length, text: text.join('\n') };
}

function referenceOf(body: string, key: string): string {
  return new RegExp(`/${key} (\\d+) 0 R`).exec(body)![1]!;
}

function streamOf(body: string): string {
  const start = body.indexOf('stream\n') + 'stream\n'.length;
  return inflateSync(Buffer.from(body.slice(start, body.lastIndexOf('\nendstream')), 'latin1')).toString('latin1');
}

/** By glyph: what it stands for. */
function characters(map: string): Map<number, string> {
  const found = new Map<number, string>();
  for (const [, first, list] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g))
    [...list!.matchAll(/<([0-9a-f ]*)>/g)].forEach(([, units], at) => {
      const codes = units!.replaceAll(' ', '').match(/.{4}/g) ?? [];
      found.set(parseInt(first!, 16) + at, String.fromCharCode(...codes.map((code) => parseInt(code, 16))));
    });
  return found;
}

function linesOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): string[] {
  const lines: string[] = [];
  let font: ReadonlyMap<number, string> = new Map();
  for (const [, name, drawn] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name)!;
    if (drawn === undefined) continue;
    const glyphs = [...drawn.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g) ?? []);
    lines.push(glyphs.map((glyph) => font.get(parseInt(glyph, 16)) ?? '?').join(''));
  }
  return lines;
}
