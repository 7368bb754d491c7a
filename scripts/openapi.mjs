import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer, install, root } from './prepare.mjs';

/** `npm run openapi`: the service's OpenAPI document in dist/, and the web's types made from it. Nothing listens. */
install();
buildServer();

const { AppModule, features, openPorts } = await import('../dist/server/app.module.js');
const { createHttpApp } = await import('../dist/server/app/http/edge.js');
const { openApiDocument } = await import('../dist/server/app/http/openapi.js');
const { JsonLog } = await import('../dist/server/app/log.js');
const { readConfig } = await import('../dist/server/config.js');
const { default: openapiTS, astToString } = await import('openapi-typescript');

const folder = mkdtempSync(join(tmpdir(), 'tillbook-openapi-'));
const config = readConfig({ DATA_DIR: folder });
const log = new JsonLog();
const ports = await openPorts(config, log);
const app = await createHttpApp(AppModule.with(features, ports, config), config, log, folder);
await app.init();
const document = openApiDocument(app);
await app.close();
await ports.close();
rmSync(folder, { recursive: true });

mkdirSync(join(root, 'dist'), { recursive: true });
writeFileSync(join(root, 'dist/openapi.json'), `${JSON.stringify(document, null, 2)}\n`);
const types = astToString(await openapiTS(document));
writeFileSync(
  join(root, 'web/src/api/schema.d.ts'),
  `/* Made by npm run openapi from the service's own document. */\n${types}`,
);
console.log(`dist/openapi.json: ${Object.keys(document.paths).length} paths; web/src/api/schema.d.ts`);
process.exit(0);
