import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformFile } from '@swc/core';
import { root } from './prepare.mjs';

/**
 * Compiles the TypeScript files directly in a folder to run beside the built server, because Node 20 does not run TypeScript.
 * @param ending of their names
 * @returns their folder
 */
export async function compile(folder, ending = '.ts') {
  const target = join(root, 'dist', folder);
  mkdirSync(target, { recursive: true });
  for (const file of readdirSync(join(root, folder)).filter((name) => name.endsWith(ending))) {
    const { code } = await transformFile(join(root, folder, file), {
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true },
      },
      module: { type: 'es6' },
    });
    // Imports of source files become imports of their build output.
    const runnable = code.replace(
      /(['"])(\.\.?\/[^'"]+)\.ts\1/g,
      (_, quote, path) => quote + path.replace(/^((?:\.\.\/)+)src\//, '$1server/') + '.js' + quote,
    );
    const compiled = join(target, file.replace(/\.ts$/, '.js'));
    // In one step: another test may just start the program that is compiled here.
    writeFileSync(`${compiled}.${process.pid}`, runnable);
    renameSync(`${compiled}.${process.pid}`, compiled);
  }
  return target;
}
