import { rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './prepare.mjs';

/** What the program's packages look for, but use only in programs of another kind. */
const NOT_INSTALLED = [
  /^@nestjs\/(microservices|websockets|platform-express)(\/|$)/,
  /^@fastify\/(multipart|static|view)$/,
  /^class-transformer(\/|$)/,
];
/** Some find binaries or fonts beside them; faults of EventStoreDB's client are told by its files. */
const LEFT_IN_PLACE = [
  '@node-rs/argon2',
  '@photostructure/sqlite',
  'msgpackr-extract',
  '@eventstore/db-client',
  'pdfkit',
];

/** One copy for all that import or require them. */
const VALIDATION = {
  'class-validator': join(root, 'node_modules/class-validator/cjs/index.js'),
};

/** What packages do themselves. */
const QUIET = ['EVAL', 'INEFFECTIVE_DYNAMIC_IMPORT'];

/**
 * The program that `npm start` and tests run: one file for the server and the operator commands, with its packages, one for each adapter to a server,
 * which is loaded only if that server is used, and one for the threads that write SQLite's files.
 */
export async function bundleServer() {
  const folder = join(root, 'dist/server');
  rmSync(folder, { recursive: true, force: true });
  await write({
    folder,
    input: {
      main: 'src/main.ts',
      cli: 'src/cli/main.ts',
      'write-thread.program': 'src/adapters/sqlite/write-thread.program.ts',
      'verify-webhook': 'src/features/delivery/webhooks/messages/verify-webhook.ts',
    },
    isExternal: (id) => LEFT_IN_PLACE.includes(id) || NOT_INSTALLED.some((name) => name.test(id)) || isBuiltin(id),
    alias: { ...VALIDATION, '@nestjs/swagger': join(root, 'scripts/undocumented.mjs') },
    plugins: [bundledRequires],
  });
}

/**
 * Compiles TypeScript programs of ours, such as specs, with all they import from `src`, to one folder with shared chunks. Packages are imported as installed.
 * @param entries paths of their sources
 * @returns of each entry the path of its result, and whether it loads a package that `isHeavy` names
 */
export async function bundle(entries, folder, isHeavy = () => false) {
  const { output } = await write({
    folder: join(root, folder),
    input: Object.fromEntries(entries.map((path) => [path.replace(/\.ts$/, ''), path])),
    // The state of Jest's parts must be that of the runner.
    isExternal: (id) =>
      !/^(\.|\/|@\/|@jest\/globals$|@oxc-project\/runtime\/)/.test(id) || id.endsWith('test/runner/globals.mjs'),
    plugins: [sourceFolders],
  });
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  return new Map(
    output
      .filter((chunk) => chunk.isEntry)
      .map((chunk) => [
        `${chunk.name}.ts`,
        { file: join(root, folder, chunk.fileName), isHeavy: reaches(chunk, chunks, isHeavy) },
      ]),
  );
}

async function write({ folder, input, isExternal, alias = {}, plugins }) {
  const built = await rolldown({
    input,
    cwd: root,
    platform: 'node',
    // A call is not useless because its result is not used: it may throw, as decoders do.
    treeshake: false,
    tsconfig: join(root, 'tsconfig.json'),
    resolve: {
      alias: { ...alias, '@': join(root, 'web/src'), '@jest/globals': join(root, 'test/runner/globals.mjs') },
    },
    external: isExternal,
    plugins,
    experimental: { nativeMagicString: true },
    onLog(level, log) {
      if (level === 'warn' && !QUIET.includes(log.code)) console.error(log.message);
    },
  });
  try {
    return await built.write({
      dir: folder,
      format: 'esm',
      sourcemap: true,
      keepNames: true,
      minify: false,
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
    });
  } finally {
    await built.close();
  }
}

/** A module's own folder stays that of its source, so that it finds the files beside it. */
const sourceFolders = {
  name: 'source-folders',
  transform: {
    filter: { id: /\.ts$/, code: /import\.meta\.dirname/ },
    handler: (_, id, { magicString }) => ({
      code: magicString.replaceAll('import.meta.dirname', JSON.stringify(join(id, '..'))),
    }),
  },
};

const REQUIRED = 'const require = createRequire(import.meta.url);';
/** What a package requires by its own path comes from the bundle, too. */
const bundledRequires = {
  name: 'bundled-requires',
  transform: {
    filter: { id: /@nestjs\/mapped-types\/.*\.js$/, code: REQUIRED },
    handler: (_, id, { magicString }) => ({ code: magicString.replaceAll(REQUIRED, '') }),
  },
};

function reaches(chunk, chunks, isSought, seen = new Set()) {
  if (seen.has(chunk.fileName)) return false;
  seen.add(chunk.fileName);
  return chunk.imports.some((id) => (chunks.has(id) ? reaches(chunks.get(id), chunks, isSought, seen) : isSought(id)));
}

function isBuiltin(id) {
  return id.startsWith('node:') || builtinModules.includes(id);
}
