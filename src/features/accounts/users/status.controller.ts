import { Get, Header, Query } from '@nestjs/common';
import { AuthController } from '../../../app/http/api.ts';

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
  ok(): { ok: boolean } {
    return { ok: true };
  }

  /** Where failed redirects end (AUTH_FACTS §7.6). */
  @Get('error')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', PAGE_POLICY)
  error(@Query('error') given: unknown): string {
    const code = escaped(typeof given === 'string' && given !== '' ? given : 'Unknown');
    return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Sign-in did not work</title></head>
<body>
<main>
<h1>That did not work</h1>
<p>The request was refused, and nothing was changed. Go back and try again.</p>
<p>Code: <code>${code}</code></p>
</main>
</body>
</html>
`;
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!);
}
