import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PLACE = /(file:\/\/\/[^\s():]+|\/[^\s():]+):(\d+):(\d+)/g;
const maps = new Map();

/**
 * A stack with the places in sources instead of those in what is compiled from them. Node's own source maps would map every stack that anybody looks at, and
 * Playwright looks at one for each call.
 */
export function sourceStack(text) {
  return text.replace(PLACE, (place, file, line, column) => {
    const path = file.startsWith('file:') ? fileURLToPath(file) : file;
    const origin = mapOf(path)?.findOrigin(Number(line), Number(column));
    if (!origin?.fileName) return place;
    return `${resolve(dirname(path), origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

function mapOf(path) {
  if (!maps.has(path)) {
    const file = `${path}.map`;
    maps.set(path, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined);
  }
  return maps.get(path);
}
