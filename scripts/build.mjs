import { buildServer, buildWeb, install } from './prepare.mjs';

install();
buildServer();
buildWeb();
