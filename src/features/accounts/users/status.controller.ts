import { Get, Header, Query } from '@nestjs/common';
import { AuthController } from '../../../app/http/api.ts';
import { Liveness } from './users.dto.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const PAGE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

@AuthController()
export class StatusController {
  @Get('ok')
  ok(): Liveness {
    return { ok: true };
  }

  /** The page for failed redirects (docs/IDENTITY.md#status-routes). */
  @Get('error')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', PAGE_POLICY)
  error(@Query('error') given: unknown): string {
    const code = typeof given === 'string' && given !== '' ? given : 'Unknown';
    // This page is the contract's, and works without our own, which explains the error.
    const explained = `/error?error=${encodeURIComponent(code)}`;
    return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign-in did not work</title></head>
<body>
<main>
<h1>That did not work</h1>
<p>The request was refused, and nothing was changed. Go back and try again.</p>
<p><a href="${escaped(explained)}">What it means and what to do</a></p>
<p>Code: <code>${escaped(code)}</code></p>
</main>
</body>
</html>
`;
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!);
}
