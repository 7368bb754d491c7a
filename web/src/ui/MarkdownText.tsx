import { Lexer, type MarkedToken, type Token } from 'marked';
import { Fragment, useMemo, type ReactNode } from 'react';

/** A longer text is shown as typed; the contract has none. */
const LONGEST = 20_000;
/** What is nested deeper stays as typed. */
const DEEPEST = 12;
const SAFE = ['http:', 'https:', 'mailto:'];

/** Texts and links only: HTML shows as typed, and images as links to them. */
export function MarkdownText({ text }: { text: string }) {
  return useMemo(() => (text.length > LONGEST ? asTyped(text) : shown(new BoundedLexer(OPTIONS).lex(text))), [text]);
}

/** Sellers expect to see their line breaks. */
const OPTIONS = { gfm: true, breaks: true };

class BoundedLexer extends Lexer {
  private depth = 0;

  override blockTokens<T extends Token[]>(source: string, tokens?: T, clipped?: boolean): T {
    return this.within(source, tokens ?? (this.tokens as Token[] as T), (into) =>
      super.blockTokens(source, into, clipped),
    );
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    return this.within(source, tokens, (into) => super.inlineTokens(source, into));
  }

  private within<T extends Token[]>(source: string, into: T, read: (into: T) => Token[]): T {
    if (this.depth === DEEPEST) {
      into.push({ type: 'text', raw: source, text: source });
      return into;
    }
    this.depth += 1;
    read(into);
    this.depth -= 1;
    return into;
  }
}

function shown(tokens: readonly Token[] | undefined): ReactNode {
  return tokens?.map((token, at) => <Fragment key={at}>{oneShown(token as MarkedToken)}</Fragment>);
}

function oneShown(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'paragraph':
      return <p>{shown(token.tokens)}</p>;
    case 'heading':
      // It is not one of the page.
      return <p className="font-semibold text-ink">{shown(token.tokens)}</p>;
    case 'text':
      return token.tokens ? shown(token.tokens) : token.text;
    case 'escape':
      return token.text;
    case 'strong':
      return <strong className="font-semibold">{shown(token.tokens)}</strong>;
    case 'em':
      return <em>{shown(token.tokens)}</em>;
    case 'del':
      return <del>{shown(token.tokens)}</del>;
    case 'br':
      return <br />;
    case 'hr':
      return <hr className="border-line" />;
    case 'codespan':
      return <code className="font-mono text-[13px]">{token.text}</code>;
    case 'code':
      return <pre className="overflow-x-auto font-mono text-[13px]">{token.text}</pre>;
    case 'blockquote':
      return <blockquote className="grid gap-[1lh] border-l-2 border-line pl-3">{shown(token.tokens)}</blockquote>;
    case 'list': {
      const items = token.items.map(({ tokens }, at) => <li key={at}>{shown(tokens)}</li>);
      if (!token.ordered) return <ul className="list-disc pl-5">{items}</ul>;
      return (
        <ol className="list-decimal pl-6" start={Number(token.start)}>
          {items}
        </ol>
      );
    }
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    case 'link':
      return linked(token.href, shown(token.tokens));
    case 'image':
      return linked(token.href, token.text || token.href);
    default:
      return asTyped(token.raw);
  }
}

function linked(href: string, content: ReactNode): ReactNode {
  if (!URL.canParse(href) || !SAFE.includes(new URL(href).protocol)) return content;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc" className="link">
      {content}
    </a>
  );
}

function asTyped(text: string): ReactNode {
  return <span className="whitespace-pre-line">{text.trimEnd()}</span>;
}
