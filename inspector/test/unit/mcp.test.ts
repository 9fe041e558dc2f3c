import { describe, expect, test } from 'vitest';
import { badges } from '../../src/mcp/badges.ts';
import { expand, variables } from '../../src/mcp/template.ts';
import { duration, size } from '../../src/view/format.ts';
import { hexLines } from '../../src/view/Hex.tsx';
import { looksLikeMarkdown } from '../../src/view/Markdown.tsx';

describe('URI templates', () => {
  test.each([
    ['shop://shelves/{genre}', { genre: 'non fiction' }, 'shop://shelves/non%20fiction'],
    ['file:///{+path}', { path: 'a/b c' }, 'file:///a/b%20c'],
    ['x://find{?q,limit}', { q: 'a&b', limit: '' }, 'x://find?q=a%26b'],
    ['x://find{?q}{&page}', { q: 'a', page: '2' }, 'x://find?q=a&page=2'],
    ['x:/{/a,b}', { a: '1', b: '2' }, 'x://1/2'],
    ['x://{a:2}{#part}', { a: 'long', part: 'p' }, 'x://lo#p'],
    ['x://{list*}', {}, 'x://'],
  ])('%s', (template, values, uri) => {
    expect(expand(template, values as Record<string, string>)).toBe(uri);
  });

  test('variables are named once, in order', () => {
    expect(variables('x://{b}/{a*}{?b,c:3}')).toEqual(['b', 'a', 'c']);
  });
});

test('badges say what annotations promise, and name scopes', () => {
  const tool = {
    name: 'a',
    inputSchema: {},
    annotations: { readOnlyHint: true },
    _meta: { 'org.example/scopes': ['books:read'] },
  };
  expect(badges(tool).map(({ text }) => text)).toEqual(['read-only', 'books:read']);
  expect(badges({ name: 'a', inputSchema: {} })).toEqual([]);
});

test('numbers are short', () => {
  expect([size(999), size(1500), size(2_340_000)]).toEqual(['999 B', '1.5 kB', '2.3 MB']);
  expect([duration(0.123), duration(42.04), duration(314.5), duration(2_500)]).toEqual([
    '0.12 ms',
    '42.0 ms',
    '315 ms',
    '2.50 s',
  ]);
});

test('bytes stand in rows of sixteen', () => {
  expect(hexLines(new TextEncoder().encode('ferramenta e viti\n'))).toEqual([
    '00000000  66 65 72 72 61 6d 65 6e 74 61 20 65 20 76 69 74  |ferramenta e vit|',
    '00000010  69 0a                                            |i.|',
  ]);
});

test('Markdown is told from plain words', () => {
  expect(looksLikeMarkdown('# Title\n\ntext')).toBe(true);
  expect(looksLikeMarkdown("Found 3 books matching '2 * 3 * 4'.")).toBe(false);
});
