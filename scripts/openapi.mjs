import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDocumented, install, root } from './prepare.mjs';

/**
 * `npm run openapi`: writes the service's OpenAPI document to docs/openapi.json, and the web's types generated from it. Opens no port.
 * `npm run openapi -- --check` writes nothing, and fails if one of them is stale.
 */
install();
buildDocumented();

const { AppModule, features } = await import('../dist/documented/app.module.js');
const { openPorts } = await import('../dist/documented/installation/open-ports.js');
const { createHttpApp } = await import('../dist/documented/app/http/edge.js');
const { openApiDocument } = await import('../dist/documented/app/http/openapi/openapi.js');
const { JsonLog } = await import('../dist/documented/app/log.js');
const { readConfig } = await import('../dist/documented/config.js');
const { default: openapiTS, astToString } = await import('openapi-typescript');

const folder = mkdtempSync(join(tmpdir(), 'tillbook-openapi-'));
const config = readConfig({ DATA_DIR: folder });
const log = new JsonLog();
const ports = await openPorts(config, { features, log });
const app = await createHttpApp(AppModule.with(features, ports, config), config, log, folder);
await app.init();
const document = openApiDocument(app);
await app.close();
await ports.close();
rmSync(folder, { recursive: true });

const types = astToString(await openapiTS(document));
const generated = {
  'docs/openapi.json': `${JSON.stringify(document, null, 1)}\n`,
  'web/src/api/schema.d.ts': `/* Made by npm run openapi from the service's own document. */\n${types}`,
};
if (process.argv.includes('--check')) {
  const stale = Object.entries(generated).filter(([path, text]) => readFileSync(join(root, path), 'utf8') !== text);
  for (const [path] of stale) console.error(`${path} is stale: run npm run openapi and commit the result`);
  process.exit(stale.length > 0 ? 1 : 0);
}
for (const [path, text] of Object.entries(generated)) writeFileSync(join(root, path), text);
console.log(`docs/openapi.json: ${Object.keys(document.paths).length} paths; web/src/api/schema.d.ts`);
process.exit(0);
