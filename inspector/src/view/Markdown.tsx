import { Markdown as Rendered } from 'markdown-to-jsx/react';
import type { ReactNode } from 'react';

/** Addresses that a link may lead to. */
const SAFE = /^(https?:|mailto:)/i;

function Link({ href, children }: { href?: string; children?: ReactNode }) {
  if (href === undefined || !SAFE.test(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}

/** Images would be fetched from elsewhere: their text stands for them. */
function Picture({ alt, src }: { alt?: string; src?: string }) {
  return (
    <span className="muted">
      [image: {alt || 'without a text'} {src}]
    </span>
  );
}

const OPTIONS = {
  disableParsingRawHTML: true,
  forceBlock: true,
  overrides: { a: Link, img: Picture },
};

/** Markdown that others wrote: no HTML, no images from elsewhere, links in a new tab. */
export function Markdown({ children }: { children: string }) {
  return (
    <div className="markdown">
      <Rendered options={OPTIONS}>{children}</Rendered>
    </div>
  );
}

const SIGNS = [
  /^#{1,6} \S/m,
  /^```/m,
  /^[-*] \S.*\n[-*] \S/m,
  /^\|.+\|\s*$/m,
  /\*\*\S.*\S\*\*/,
  /\[[^\]]+\]\(https?:/,
];

/** Whether a text reads as if it were written in Markdown. */
export function looksLikeMarkdown(text: string): boolean {
  return SIGNS.some((sign) => sign.test(text));
}
